// Whether something has gone on for long.

/** `isLate` once `isOn` has been true for this number of seconds without a break. To be called while a component starts. */
export function late(isOn: () => boolean, seconds: number): { readonly isLate: boolean } {
  let isLate = $state(false);
  $effect(() => {
    isLate = false;
    if (!isOn()) return;
    const timer = setTimeout(() => (isLate = true), seconds * 1000);
    return () => clearTimeout(timer);
  });
  return { get isLate() { return isLate; } };
}
