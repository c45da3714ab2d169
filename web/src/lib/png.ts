// A drawing of lines as a picture of dots, drawn by the browser on white.

/** How many dots for each of the drawing's own, where no width is asked for. */
const SCALE = 2;

/** An SVG as a PNG, `pixels` wide. */
export async function pngOf(svg: string, pixels?: number): Promise<Uint8Array<ArrayBuffer>> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  const width = pixels ?? Math.max(1, image.naturalWidth) * SCALE;
  [canvas.width, canvas.height] = [width, Math.max(1, Math.round((width * image.naturalHeight) / image.naturalWidth))];
  const pen = canvas.getContext("2d");
  if (pen) {
    [pen.fillStyle] = ["#ffffff"];
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  }
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error("the browser drew no picture");
  return new Uint8Array(await blob.arrayBuffer());
}
