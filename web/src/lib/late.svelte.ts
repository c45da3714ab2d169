// Whether something has gone on for long.

/** True once `isOn` has been true for so many seconds without a break. Called while a component begins. */
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
