// A picture of lines as one of dots, drawn by the browser.

/** How many dots for each of the picture's own. */
const SCALE = 2;

export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.max(1, image.naturalWidth) * SCALE, Math.max(1, image.naturalHeight) * SCALE];
  const pen = canvas.getContext("2d");
  if (pen) {
    [pen.fillStyle] = ["#ffffff"];
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  }
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("the browser drew no picture"))), "image/png"));
}
