// The board as it is drawn on the screen, as a file: the same shapes with their colours written out.

/** What is written out of the style of a shape, where it is not the value that SVG has anyway. */
const PROPERTIES: readonly (readonly [string, string])[] = [
  ["fill", "rgb(0, 0, 0)"], ["fill-opacity", "1"], ["stroke", "none"], ["stroke-width", "1px"], ["stroke-opacity", "1"], ["stroke-dasharray", "none"],
  ["stroke-linecap", "butt"], ["stroke-linejoin", "miter"], ["opacity", "1"], ["paint-order", "normal"],
];
const OF_TEXTS: readonly (readonly [string, string])[] = [["font-size", ""], ["font-weight", "400"], ["text-anchor", "start"], ["text-decoration-line", "none"]];
const SHAPES = "path, polygon, polyline, line, circle, rect, text";

/** `rgb(1, 2, 3)` as `#010203`; other values as they are. */
function short(value: string): string {
  const found = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(value);
  return found ? `#${found.slice(1).map((part) => Number(part).toString(16).padStart(2, "0")).join("")}` : value.replace(/url\("(.+)"\)/, "url($1)");
}

/** The board as SVG on a ground of the colour of the page. */
export function svgOf(drawn: SVGSVGElement, title: string): string {
  const copy = drawn.cloneNode(true) as SVGSVGElement;
  const [from, to] = [drawn, copy].map((root) => [...root.querySelectorAll<SVGElement>(SHAPES)]);
  from?.forEach((shape, index) => {
    const style = getComputedStyle(shape);
    const copied = to?.[index];
    for (const [name, usual] of shape.tagName === "text" ? [...PROPERTIES, ...OF_TEXTS] : PROPERTIES) {
      const value = style.getPropertyValue(name);
      if (value !== usual && value !== "") copied?.setAttribute(name.replace("text-decoration-line", "text-decoration"), short(value));
      else copied?.removeAttribute(name);
    }
  });
  // Opacity of groups: an opinion is pale as a whole.
  const groups = [drawn, copy].map((root) => [...root.querySelectorAll<SVGGElement>("g")]);
  groups[0]?.forEach((group, index) => {
    const { opacity } = getComputedStyle(group);
    if (opacity !== "1") groups[1]?.[index]?.setAttribute("opacity", opacity);
  });
  for (const row of copy.querySelectorAll('[role="row"]')) row.remove();
  for (const each of copy.querySelectorAll("*")) for (const name of ["class", "style", "tabindex", "aria-hidden"]) each.removeAttribute(name);
  const [, , width = 1, height = 1] = (drawn.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const unit = 40;
  const { fontFamily, backgroundColor } = getComputedStyle(document.documentElement);
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("width", String(Math.round(unit * width)));
  svg.setAttribute("height", String(Math.round(unit * height)));
  svg.setAttribute("font-family", fontFamily);
  const name = document.createElementNS(svg.namespaceURI, "title");
  name.textContent = title;
  const ground = document.createElementNS(svg.namespaceURI, "rect");
  for (const [key, value] of [["width", String(width)], ["height", String(height)], ["fill", short(backgroundColor)]] as const) ground.setAttribute(key, value);
  svg.append(name, ground, ...copy.childNodes);
  return new XMLSerializer().serializeToString(svg).replaceAll(/<!--.*?-->/g, "");
}
