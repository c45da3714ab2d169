// Pictures for the documents.
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Opened } from "./opened";

/** Where `npm run screenshots` leaves its pictures. */
const PICTURES = resolve(process.cwd(), "../docs/pictures/page");

/** A picture of the page as it is, small: WebP, made by the browser itself. */
export async function shot(p: Opened, name: string): Promise<void> {
  await p.page.mouse.move(0, 0);
  await p.page.waitForTimeout(250);
  const png = await p.page.screenshot({ animations: "disabled" });
  const blank = await p.page.context().newPage();
  const webp = await blank.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    return canvas.toDataURL("image/webp", 0.8).split(",")[1] ?? "";
  }, png.toString("base64"));
  await blank.close();
  mkdirSync(PICTURES, { recursive: true });
  writeFileSync(join(PICTURES, `${name}.webp`), Buffer.from(webp, "base64"));
  if (process.env.TESUJI_PNG) writeFileSync(join(process.env.TESUJI_PNG, `${name}.png`), png);
}
