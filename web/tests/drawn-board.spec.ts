// The board itself: how it lies, its colours, what a tap does, and what it looks like as a file and on paper.
import { readFileSync } from "node:fs";
import { assert, type Opened, test, until } from "./harness";
import { newGame, newHex, overflows } from "./games";

const THEMES = ["light", "dark", "safe", "safe-dark"] as const;
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844, isTouch: true };

/** What a person has chosen, before the page begins. */
const chosen = (p: Opened, what: Record<string, unknown>): Promise<void> =>
  p.page.evaluate((what) => localStorage.setItem("tesuji.settings", JSON.stringify({ ...JSON.parse(localStorage.getItem("tesuji.settings") ?? "{}"), ...what })), what);

async function again(p: Opened, what: Record<string, unknown>): Promise<void> {
  await chosen(p, what);
  await p.page.reload();
  await p.idle();
}

async function middle(p: Opened, cell: string): Promise<readonly [number, number]> {
  const box = await p.cell(cell).boundingBox();
  assert.ok(box, cell);
  return [box.x + box.width / 2, box.y + box.height / 2];
}

const degrees = ([ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]): number => ((Math.atan2(by - ay, bx - ax) * 180) / Math.PI + 360) % 360;
const near = (a: number, b: number): boolean => Math.abs(((a - b + 540) % 360) - 180) < 2;

for (const size of [DESK, PHONE]) {
  test(`a board of Hex lies in each of its turns as chosen, and clicks find their cells, ${size.width}`, async ({ opened }) => {
    const p = await opened(size);
    await newHex(p, 5, 5);
    await p.page.getByRole("button", { name: "View", exact: true }).click();
    const menu = p.page.getByTestId("view-menu");
    for (const mirror of [false, true]) {
      if (mirror) await menu.getByRole("checkbox", { name: "Mirrored" }).check();
      for (let step = 0; step < 12; step += 1) {
        await menu.locator(".turn").nth(step).click();
        await p.page.locator(`[data-testid="board"][data-turn="${step + (mirror ? 12 : 0)}"]`).waitFor();
        // From a1 the rows run one way, the columns another.
        const [a1, e1, a5] = [await middle(p, "a1"), await middle(p, "e1"), await middle(p, "a5")];
        const turned = 30 * step;
        assert.ok(near(degrees(a1, e1), (mirror ? 180 : 0) + turned), `turn ${step}: a1 to e1 ${degrees(a1, e1)}`);
        assert.ok(near(degrees(a1, a5), (mirror ? 120 : 60) + turned), `turn ${step}: a1 to a5 ${degrees(a1, a5)}`);
      }
      await menu.getByRole("checkbox", { name: "Mirrored" }).uncheck();
    }
    await p.page.keyboard.press("Escape");
    await menu.waitFor({ state: "detached" });
    await again(p, { hexTurn: 0 });
    for (let turn = 0; turn < 24; turn += 1) {
      await p.page.locator(`[data-testid="board"][data-turn="${turn}"]`).waitFor();
      // In the middle of the window of each cell lies this cell, all of it on the board and in sight.
      const found = await p.page.evaluate(() => [...document.querySelectorAll('[data-testid="board"] [data-cell]')].map((cell) => {
        const [box, frame] = [cell.getBoundingClientRect(), cell.closest("svg")?.getBoundingClientRect() ?? new DOMRect()];
        const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest("[data-cell]")?.getAttribute("data-cell");
        const isInside = box.left >= frame.left - 1 && box.right <= frame.right + 1 && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
        return [cell.getAttribute("data-cell"), hit, isInside] as const;
      }));
      assert.equal(found.length, 25);
      for (const [cell, hit, isInside] of found) assert.ok(cell === hit && isInside, `turn ${turn}: ${cell} is ${hit}, ${isInside}`);
      // Texts stay upright.
      assert.equal(await p.page.locator('[data-testid="board"] svg text[transform]').count(), 0);
      assert.equal(await overflows(p), false);
      await p.page.keyboard.press("Shift+V");
    }
    await again(p, { hexTurn: 17 });
    const [x, y] = await middle(p, "b4");
    await p.page.mouse.click(x, y);
    await p.cellIs("b4", "Black stone");
  });
}

test("arrows move as they point, however the board lies, and back again", async ({ opened }) => {
  const p = await opened(DESK);
  await newHex(p, 5, 5);
  for (const turn of [1, 2, 5, 8, 15]) {
    await again(p, { hexTurn: turn });
    await p.page.keyboard.press("b");
    await p.cell("c3").focus();
    const focused = (): Promise<string> => p.page.evaluate(() => document.activeElement?.getAttribute("data-cell") ?? "");
    for (const [key, back, along, sign] of [["ArrowRight", "ArrowLeft", 0, 1], ["ArrowUp", "ArrowDown", 1, -1], ["ArrowLeft", "ArrowRight", 0, -1], ["ArrowDown", "ArrowUp", 1, 1]] as const) {
      const from = await middle(p, await focused());
      await p.page.keyboard.press(key);
      const to = await middle(p, await focused());
      const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
      const [ahead, aside] = along === 0 ? [dx * sign, Math.abs(dy)] : [dy * sign, Math.abs(dx)];
      assert.ok(ahead > 4 && aside < 2 * ahead, `turn ${turn}, ${key}: ${dx}, ${dy}`);
      await p.page.keyboard.press(back);
      assert.equal(await focused(), "c3", `turn ${turn}, ${key} and ${back}`);
    }
  }
});

test("on a narrow screen the board stands upright by itself, with larger cells, and on a wide one it is flat", async ({ opened }) => {
  const p = await opened(PHONE);
  const board = p.page.getByTestId("board");
  assert.equal(await board.getAttribute("data-turn"), "1");
  const upright = (await p.cell("f6").boundingBox())?.width ?? 0;
  assert.equal(await overflows(p), false);
  await p.axe("main");
  await again(p, { hexTurn: 0 });
  const flat = (await p.cell("f6").boundingBox())?.width ?? 0;
  assert.ok(upright > 1.3 * flat, `${upright} upright, ${flat} flat`);
  const wide = await opened(DESK);
  assert.equal(await wide.page.getByTestId("board").getAttribute("data-turn"), "0");
});

test("a square board turns by quarters, and its dark squares stay dark", async ({ opened }) => {
  const p = await opened(DESK);
  await newGame(p, "Amazons", 6, 6);
  await p.page.getByRole("button", { name: "View", exact: true }).click();
  const menu = p.page.getByTestId("view-menu");
  assert.equal(await menu.locator(".turn").count(), 4);
  await menu.locator(".turn").nth(1).click();
  const [a1, f1] = [await middle(p, "a1"), await middle(p, "f1")];
  assert.ok(near(degrees(a1, f1), 90), `${degrees(a1, f1)}`);
  assert.equal(await p.page.locator('[data-testid="board"] .tile.dark').count(), 18);
});

type Colour = readonly [number, number, number];

/** Relative luminance and contrast as WCAG 2 has them. */
function contrast(one: Colour, other: Colour): number {
  const luminance = (colour: Colour): number => {
    const [r, g, b] = colour.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4)) as [number, number, number];
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

test("edges stand out from the page and from the board in every theme and both pairs of colours, and names follow", async ({ opened }) => {
  const p = await opened(DESK);
  await newHex(p, 3, 3);
  for (const stones of ["black-white", "red-blue"] as const) {
    await again(p, { stones });
    await p.sees(p.page.getByTestId("doing"), stones === "red-blue" ? "Red to move" : "Black to move");
    for (const scheme of ["light", "dark"] as const) {
      await p.page.emulateMedia({ colorScheme: scheme });
      for (const theme of ["auto", ...THEMES]) {
        await p.page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
        const found = await p.page.evaluate(() => {
          const rgb = (value: string): number[] => (/\d+, \d+, \d+/.exec(value)?.[0] ?? "").split(", ").map(Number);
          const stroke = (selector: string): number[] => rgb(getComputedStyle(document.querySelector(`[data-testid="board"] ${selector}`) as Element).stroke);
          return {
            page: rgb(getComputedStyle(document.documentElement).backgroundColor),
            board: rgb(getComputedStyle(document.querySelector('[data-testid="board"] .tile') as Element).fill),
            stone: { black: [stroke(".edge.black"), stroke(".rim.black"), stroke(".inner.black")], white: [stroke(".edge.white"), stroke(".rim.white"), stroke(".inner.white")] },
          };
        });
        for (const [player, [edge, rim, inner]] of Object.entries(found.stone) as unknown as [string, [Colour, Colour, Colour]][]) {
          const where = `${scheme}, ${theme}, ${stones}, ${player}`;
          const [page, board] = [found.page as unknown as Colour, found.board as unknown as Colour];
          // The rim runs along both sides of an edge.
          assert.deepEqual(rim, inner);
          const ofPage = Math.max(contrast(edge, page), contrast(rim, page));
          const ofBoard = Math.max(contrast(edge, board), contrast(rim, board));
          assert.ok(contrast(rim, page) >= 3 && ofPage >= 3, `${where}: ${ofPage.toFixed(2)} to the page`);
          assert.ok(contrast(inner, board) >= 3 && ofBoard >= 3, `${where}: ${ofBoard.toFixed(2)} to the board`);
        }
      }
    }
  }
});

test("red and blue are chosen beside the board, for stones, names and pictures of Hex, and not of Go", async ({ opened }) => {
  const p = await opened(DESK);
  await newHex(p, 5, 5);
  await p.page.getByRole("button", { name: "View", exact: true }).click();
  await p.page.getByLabel("red and blue").check();
  await p.axe("main");
  await p.page.keyboard.press("Escape");
  await p.play("c3", "d3");
  await p.cellIs("c3", "Red stone");
  await p.cellIs("d3", "Blue stone");
  await p.sees(p.page.getByTestId("spoken"), "Blue: d3. Red to move");
  const fill = (who: string): Promise<string> => p.page.locator(`[data-testid="board"] .stone.${who} .body`).first().evaluate((body) => getComputedStyle(body).fill);
  const [red, blue] = [await fill("black"), await fill("white")].map((colour) => colour.match(/\d+/g)?.map(Number) ?? []);
  assert.ok(red && red[0]! > 2 * red[2]! && blue && blue[2]! > 2 * blue[0]!, `${red} ${blue}`);
  await p.page.keyboard.press("l");
  await p.sees(p.page.getByTestId("doing"), "赤番です");
  await p.page.keyboard.press("l");
  await newGame(p, "Go", 5, 5);
  await p.sees(p.page.getByTestId("doing"), "Black to move");
});

test("a swap is explained at the board when it happens", async ({ opened }) => {
  const p = await opened(DESK);
  await p.play("f1");
  await p.page.getByRole("button", { name: "Swap", exact: true }).click();
  await p.idle();
  await p.sees(p.page.getByTestId("doing"), "Swap: f1 becomes White's a6. Black to move");
  await p.cellIs("a6", "White stone");
  await p.cellIs("f1", "empty");
  await p.sees(p.page.getByTestId("spoken"), "f1 becomes White's a6");
});

test("on small cells a finger taps twice, on large ones once, and always or never if asked", async ({ opened }) => {
  const p = await opened(PHONE);
  await newHex(p, 19, 19);
  const doing = p.page.getByTestId("doing");
  const pending = p.page.locator('[data-testid="board"] .pending');
  await p.cell("d4").tap();
  await pending.waitFor();
  await p.sees(doing, "d4: choose it again to play");
  assert.equal(await p.page.locator('[data-testid="board"] .stone').count(), 0);
  await p.axe("main");
  // Elsewhere moves it.
  await p.cell("e5").tap();
  await p.sees(doing, "e5: choose it again");
  await p.cell("e5").tap();
  await p.cellIs("e5", "Black stone");
  await p.cellIs("d4", "empty");
  assert.equal(await pending.count(), 0);
  await newHex(p, 4, 4);
  await p.cell("b2").tap();
  await p.cellIs("b2", "Black stone");
  await again(p, { confirm: "always" });
  await p.cell("c3").click();
  await pending.waitFor();
  await p.page.keyboard.press("Escape");
  await pending.waitFor({ state: "detached" });
  await again(p, { confirm: "never" });
  await newHex(p, 19, 19);
  await p.cell("d4").tap();
  await p.cellIs("d4", "Black stone");
});

test("a stone is drawn at once, before a slow server has answered", async ({ opened }) => {
  const p = await opened(DESK);
  await newHex(p, 5, 5);
  let isSlow = true;
  let ask: () => void = () => {};
  const asked = new Promise<void>((done) => (ask = done));
  await p.page.route("**/api/**", async (route) => {
    if (isSlow) ask();
    while (isSlow) await new Promise((done) => setTimeout(done, 20));
    await route.continue().catch(() => undefined);
  });
  await p.cell("c3").click();
  await asked;
  await p.cellIs("c3", "Black stone, last move");
  assert.equal(await p.page.getByTestId("board").getAttribute("data-fresh"), "false");
  await p.sees(p.page.getByTestId("doing"), "White to move");
  isSlow = false;
  await p.idle();
  await p.cellIs("c3", "Black stone");
  await newGame(p, "Amazons", 6, 6);
  isSlow = true;
  for (const cell of ["a3", "a4", "b4"]) await p.cell(cell).click().catch(() => undefined);
  isSlow = false;
  await p.idle();
});

for (const size of [DESK, PHONE]) {
  test(`the board takes the height that the page gives it, ${size.width}`, async ({ opened }) => {
    const p = await opened(size);
    const measured = async (): Promise<{ box: DOMRect; svg: DOMRect }> => p.page.evaluate(() => {
      const box = document.querySelector('[data-testid="board"]') as Element;
      return { box: box.getBoundingClientRect(), svg: (box.querySelector("svg") as Element).getBoundingClientRect() };
    });
    for (const height of [420, 620, 780]) {
      await p.page.evaluate((height) => (((document.querySelector(".game-board") as HTMLElement).style.height = `${height}px`)), height);
      await p.page.waitForTimeout(100);
      const { box, svg } = await measured();
      const rest = await p.page.evaluate(() => [...document.querySelectorAll(".game-board > :not(.board):not(.unseen)")].reduce((sum, each) => sum + each.getBoundingClientRect().height, 0));
      assert.ok(Math.abs(box.height + rest - height) < 4, `${height}: ${box.height} and ${rest}`);
      assert.ok(svg.height <= box.height + 1 && svg.width <= box.width + 1, `${height}: the board leaves its box`);
      assert.ok(svg.height > box.height - 2 || svg.width > box.width - 2, `${height}: ${svg.width}x${svg.height} in ${box.width}x${box.height}`);
    }
  });
}

async function saved(p: Opened, look: string, kind: "SVG" | "PNG"): Promise<Buffer> {
  await p.page.keyboard.press("Control+s");
  const dialog = p.page.getByRole("dialog");
  await until(async () => (await dialog.locator("#save-text").inputValue()) !== "", "no text");
  await dialog.getByTestId("look").selectOption(look);
  const [file] = await Promise.all([p.page.waitForEvent("download"), dialog.getByRole("button", { name: kind, exact: true }).click()]);
  const found = readFileSync(await file.path());
  await p.page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  return found;
}

test("a picture shows exactly what is seen: layers, turn and colours; a film plays the game", async ({ opened }) => {
  const p = await opened({ ...DESK, theme: "dark" });
  await newHex(p, 5, 5);
  await again(p, { stones: "red-blue", hexTurn: 1 });
  await p.play("c3", "d2");
  const panel = await p.open("analysis");
  await panel.getByRole("button", { name: /^Criticality/ }).first().click();
  await until(async () => (await p.page.locator('[data-testid="board"] .heat').count()) > 0, "no overlay", 20_000);
  const svg = (await saved(p, "screen", "SVG")).toString("utf8");
  const seen = await p.page.evaluate(() => {
    const board = document.querySelector('[data-testid="board"] svg') as SVGSVGElement;
    const body = getComputedStyle(board.querySelector(".stone.black .body") as Element);
    return { box: board.getAttribute("viewBox"), fill: body.fill, heat: board.querySelectorAll(".heat polygon").length };
  });
  const hex = `#${(seen.fill.match(/\d+/g) ?? []).map((part) => Number(part).toString(16).padStart(2, "0")).join("")}`;
  assert.ok(svg.includes(`viewBox="${seen.box}"`) && svg.includes(`fill="${hex}"`), svg.slice(0, 800));
  assert.doesNotMatch(svg, /var\(|class=|rgb\(/);
  // Drawn from the file alone it looks as on the page, pixel for pixel where stones and heat are.
  const both = await p.page.evaluate(async (svg) => {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext("2d") as CanvasRenderingContext2D;
    context.drawImage(image, 0, 0);
    const [width] = (image.src && [image.width]) as [number];
    const board = document.querySelector('[data-testid="board"] svg') as SVGSVGElement;
    const scale = width / board.viewBox.baseVal.width;
    const stone = board.querySelector(".stone.black") as SVGGElement;
    const [x = 0, y = 0] = (stone.getAttribute("transform")?.match(/[\d.]+/g) ?? []).map(Number);
    return [...context.getImageData(Math.round((x + 0.2) * scale), Math.round((y + 0.05) * scale), 1, 1).data].slice(0, 3);
  }, svg);
  const fill = (seen.fill.match(/\d+/g) ?? []).map(Number);
  assert.ok(both.every((part, at) => Math.abs(part - (fill[at] ?? 0)) < 12), `${both} is not ${fill}`);
  assert.equal((svg.match(/<polygon/g) ?? []).length, 25 + seen.heat);
  assert.equal((await saved(p, "screen", "PNG")).subarray(1, 4).toString("latin1"), "PNG");
  const film = (await saved(p, "film", "SVG")).toString("utf8");
  assert.ok((film.match(/<animate /g) ?? []).length >= 2, film.slice(0, 400));
  // The first move comes after a second of 2 + 4.
  assert.match(film, /values="hidden;visible" keyTimes="0\.00000;0\.16667" dur="6s"/);
});

test("what is printed has the moves with numbers and the result beside the board", async ({ opened }) => {
  const p = await opened(DESK);
  await p.load("(;FF[4]GM[11]SZ[5]PB[Ada]PW[Bob]RE[W+Resign];B[c3];W[d2];B[b4])");
  assert.equal(await p.page.getByTestId("doing").innerText(), "White won by resignation.");
  await p.page.emulateMedia({ media: "print" });
  const sheet = p.page.getByTestId("sheet");
  assert.equal(await sheet.isVisible(), true);
  await p.sees(sheet, /Black: Ada, White: Bob/);
  await p.sees(sheet, /Resign/i);
  assert.deepEqual(await sheet.locator("ol li").allTextContents(), ["c3", "d2", "b4"]);
  const board = await p.page.locator('[data-testid="board"] svg').boundingBox();
  assert.ok(board && board.height > 100 && board.width > 100);
  await p.page.emulateMedia({ media: "screen" });
  assert.equal(await sheet.isVisible(), false);
});

test("noise is faint, a number without a side names no player, and squares of heat never overlap", async ({ opened }) => {
  for (const theme of ["light", "dark"] as const) {
    const p = await opened({ ...DESK, theme });
    await newGame(p, "Go", 9, 9);
    const panel = await p.open("analysis");
    await panel.getByRole("button", { name: /^Criticality/ }).first().click();
    const heat = p.page.locator('[data-testid="board"] .heat');
    await until(async () => (await heat.count()) === 81, "no overlay", 20_000);
    const faint = p.page.locator('[data-testid="board"] .heat.noise');
    const n = await faint.count();
    assert.ok(n > 10 && n < 81, `${n} of 81 are noise`);
    for (const opacity of await faint.locator("rect").evaluateAll((all) => all.map((each) => Number(each.getAttribute("fill-opacity"))))) assert.ok(opacity <= 0.06);
    const legend = p.page.getByRole("list", { name: "Legend" });
    await p.sees(legend, "Faint");
    assert.doesNotMatch((await legend.textContent()) ?? "", /Black|White/);
    assert.doesNotMatch((await panel.getByTestId("range").textContent()) ?? "", /Black|White/);
    const boxes = await heat.locator("rect").evaluateAll((all) => all.map((each) => ["x", "y", "width"].map((name) => Number(each.getAttribute(name))) as [number, number, number]));
    boxes.forEach(([x, y, width], at) => boxes.slice(0, at).forEach(([left, top, wide]) => {
      const apart = Math.max(x - left - wide, left - x - width, y - top - wide, top - y - width);
      assert.ok(apart > -0.001, `squares overlap by ${-apart}`);
    }));
    await p.axe("main");
  }
});

test("a lost move is crossed out in one colour, and many winning moves are dots", async ({ opened }) => {
  const p = await opened(DESK);
  await newHex(p, 4, 4);
  const panel = await p.open("solve");
  await panel.getByTestId("solve").click();
  await p.page.locator('[data-testid="solve-state"][data-state="done"]').waitFor({ timeout: 60_000 });
  const lost = p.page.locator('[data-testid="board"] .mark.bad');
  await lost.first().waitFor();
  const colours = await lost.evaluateAll((marks) => marks.map((mark) => {
    const [line, check] = [mark.querySelector(".line"), mark.querySelector("circle")];
    return [line && getComputedStyle(line).stroke, check && getComputedStyle(check).fill] as const;
  }));
  for (const [line, check] of colours) assert.ok(check !== null && line === check, `${line} and ${check}`);
  const won = await p.page.locator('[data-testid="board"] .mark.good').evaluateAll((marks) => marks.map((mark) => mark.querySelectorAll(".sign").length));
  assert.ok(won.length > 0 && won.every((signs) => signs === (won.length > 8 ? 0 : 1)), `${won.length} winning moves, ${won}`);
});

test("stones fill their cells, slightly shaded, and the last one is marked", async ({ opened }) => {
  const p = await opened(DESK);
  await p.play("c3", "d4");
  const [cell, stone] = [await p.cell("d4").boundingBox(), await p.page.locator('[data-testid="board"] .stone.white .body').boundingBox()];
  assert.ok(cell && stone && stone.width >= 0.8 * cell.width, `${stone?.width} of ${cell?.width}`);
  assert.equal(await p.page.locator('[data-testid="board"] .stone .dot').count(), 1);
  assert.equal(await p.page.locator('[data-testid="board"] .stone.white .dot').count(), 1);
});
