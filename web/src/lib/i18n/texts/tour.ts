import { topic } from "../topic";

export const tour = topic(
  {
    title: "Tour",
    about: "Three real examples: a template, a whole board, and a pair of moves. You can leave at any time and start again here.",
    start: "Start the tour",
    again: "Start again",
    next: "Next",
    back: "Back",
    leave: "Leave",
    open: "Open this example",
    step: (n: number, of: number) => `Step ${n} of ${of}`,
    none: "The program that answers has no examples.",
    keys: "Keys: → next, ← back, Escape leaves.",
    seen: "You have seen the tour. The ? key lists all keys.",
    steps: {
      ziggurat: "The panel Proof opens with the claim. Press Prove: the answer is certain and comes with a certificate. Then play White's moves against it.",
      yang7: "Prove it in the same way; then look at the table of answers in the part Certificate.",
      miai: "Two points that are worth the same: if one player takes one of them, the other takes the other. The overlay of pairs is in the panel Analysis.",
    } as Record<string, string>,
  },
  {
    title: "案内",
    about: "実例は三つです。定型、盤全体、そして見合い。いつでもやめられ、ここからまた始められます。",
    start: "案内を始める",
    again: "もう一度",
    next: "次へ",
    back: "戻る",
    leave: "やめる",
    open: "この例を開く",
    step: (n: number, of: number) => `${of} 段階中 ${n}`,
    none: "答えるプログラムに例がありません。",
    keys: "キー: → 次へ、← 戻る、Escape でやめます。",
    seen: "案内は終わりました。? キーで全部のキーが見られます。",
    steps: {
      ziggurat: "パネル「証明」に主張が開きます。「証明する」を押すと、確かな答えが証明書と共に出ます。そのあと白の手を打ってみてください。",
      yang7: "同じように証明し、「証明書」にある応手の表を見てください。",
      miai: "同じ価値の二点です。一方が打てば、もう一方が残りを打ちます。対のオーバーレイはパネル「解析」にあります。",
    } as Record<string, string>,
  },
);
