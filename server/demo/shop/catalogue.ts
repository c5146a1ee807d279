/** What the demo's store sells. Names are invented. */
import type { Colour, Drawing } from './drawing.ts';

export interface DemoCategory {
  name: string;
  subs: readonly string[];
}

export interface DemoProduct {
  name: string;
  code: string;
  description: string;
  pounds: number;
  kilograms: number | null;
  pieces: number;
  /** Indexes of a category and a sub-category. */
  place: readonly [number, number];
  drawing: Drawing;
  /** Further pictures, with increasing zoom. */
  closer?: readonly number[];
}

export const CATEGORIES: readonly DemoCategory[] = [
  { name: 'الخزف والفخار', subs: ['أكواب وفناجين', 'أطباق', 'مزهريات'] },
  { name: 'Lighting', subs: ['Table lamps', 'Lanterns'] },
  { name: 'النحاس', subs: ['كنكات', 'صواني'] },
  { name: 'Textiles', subs: ['Scarves', 'Home'] },
];

const NILE: Colour = [38, 92, 132];
const TURQUOISE: Colour = [54, 146, 142];
const CLAY: Colour = [178, 98, 66];
const SAND: Colour = [226, 205, 170];
const CREAM: Colour = [244, 236, 220];
const BRASS: Colour = [204, 162, 82];
const COPPER: Colour = [188, 110, 72];
const INDIGO: Colour = [48, 56, 104];
const SAFFRON: Colour = [226, 158, 56];
const WALL: Colour = [238, 233, 226];
const DUSK: Colour = [92, 84, 98];

const plain = () => 0 as const;
const rings =
  (...at: number[]) =>
  (_: number, along: number) =>
    at.some((ring) => Math.abs(along - ring) < 0.022) ? 1 : 0;
const petals = (count: number) => (angle: number, away: number) =>
  away > 0.58 && away < 0.72
    ? Math.sin(angle * count) > 0
      ? 1
      : 2
    : away < 0.3 + 0.12 * Math.cos(angle * 8)
      ? 1
      : 0;
const stripes = (count: number) => (_: number, along: number) => {
  const place = Math.floor((along + 1) * count) % 4;
  return place === 0 ? 1 : place === 2 ? 2 : 0;
};
const diamonds = (across: number, along: number) => {
  const place = Math.abs(((across * 3 + 4) % 1) * 2 - 1) + Math.abs(((along * 3 + 4) % 1) * 2 - 1);
  return place < 0.45 ? 2 : place < 0.85 ? 1 : 0;
};
const hammered = (across: number, along: number) =>
  Math.sin(across * 16) * Math.sin(along * 34) > 0.86 ? (1 as const) : (0 as const);
const pierced = (across: number, along: number) =>
  along > -0.42 && along < 0.42 && Math.sin(across * 7) * Math.cos(along * 22) > 0.35 ? 1 : 0;

const CUP = [
  [-0.35, 0.46],
  [-0.1, 0.46],
  [0.4, 0.34],
  [0.62, 0.26],
  [0.66, 0.3],
  [0.7, 0.3],
] as const;
const BOWL = [
  [-0.12, 0.74],
  [0.1, 0.7],
  [0.5, 0.42],
  [0.64, 0.26],
  [0.7, 0.32],
] as const;
const VASE = [
  [-0.8, 0.2],
  [-0.7, 0.15],
  [-0.45, 0.14],
  [0.1, 0.42],
  [0.5, 0.36],
  [0.8, 0.2],
] as const;
const LAMP = [
  [-0.75, 0.3],
  [-0.15, 0.58],
  [-0.14, 0.05],
  [0.05, 0.06],
  [0.3, 0.26],
  [0.6, 0.1],
  [0.72, 0.3],
  [0.8, 0.32],
] as const;
const LANTERN = [
  [-0.86, 0.03],
  [-0.72, 0.06],
  [-0.46, 0.34],
  [-0.4, 0.3],
  [0.4, 0.38],
  [0.46, 0.42],
  [0.6, 0.26],
  [0.74, 0.36],
  [0.78, 0.36],
] as const;
const POT = [
  [-0.4, 0.36],
  [-0.3, 0.28],
  [0.2, 0.42],
  [0.62, 0.46],
  [0.7, 0.42],
] as const;

const product = (
  place: DemoProduct['place'],
  [name, code, description]: readonly [string, string, string],
  [pounds, kilograms, pieces]: readonly [number, number | null, number],
  drawing: Omit<Drawing, 'ground'> & { ground?: Colour },
  closer: readonly number[] = [],
): DemoProduct => ({
  place,
  name,
  code,
  description,
  pounds,
  kilograms,
  pieces,
  drawing: { ground: WALL, ...drawing },
  closer,
});

export const PRODUCTS: readonly DemoProduct[] = [
  product(
    [0, 0],
    [
      'فنجان قهوة أزرق نيلي',
      'CER-101',
      'فنجان خزف مشكّل باليد ومطلي بالأزرق النيلي، يتحمل غسالة الأطباق. سعته 90 مل.',
    ],
    [85, 0.18, 140],
    { shape: { turned: CUP, handle: true }, colours: [NILE, CREAM, SAND], pattern: rings(-0.24, -0.14) },
    [1.7],
  ),
  product(
    [0, 0],
    [
      'طقم ستة أكواب شاي',
      'CER-106',
      'ستة أكواب من الفخار الأسواني بلون الطمي، لكل كوب حلقة مرسومة باليد فلا يتشابه اثنان.',
    ],
    [420, 1.6, 26],
    { shape: { turned: CUP, handle: true }, colours: [CLAY, CREAM, SAND], pattern: rings(-0.2, 0.05, 0.3) },
  ),
  product(
    [0, 1],
    [
      'طبق تقديم بنقوش نوبية',
      'CER-210',
      'طبق كبير بقطر 34 سم، مرسوم باليد في غرب سهيل ومطلي بطبقة آمنة للطعام.',
    ],
    [360, 1.1, 18],
    { shape: 'plate', colours: [CREAM, NILE, SAFFRON], pattern: petals(18) },
    [2],
  ),
  product(
    [0, 1],
    [
      'Serving bowl, sand glaze',
      'CER-214',
      'A deep bowl for salad or koshari, thrown in Fayoum. Oven and dishwasher safe.',
    ],
    [275, 0.9, 31],
    { shape: { turned: BOWL }, colours: [SAND, CLAY, CREAM], pattern: rings(0.02, 0.14) },
  ),
  product(
    [0, 2],
    [
      'مزهرية فيروزية طويلة',
      'CER-303',
      'مزهرية بارتفاع 38 سم بلون فيروزي متدرّج، تصلح لغصن واحد أو باقة كاملة.',
    ],
    [540, 1.4, 4],
    { shape: { turned: VASE }, colours: [TURQUOISE, CREAM, SAND], pattern: rings(-0.3, 0.32, 0.4) },
    [1.6, 2.4],
  ),
  product(
    [1, 0],
    [
      'Brass table lamp',
      'LMP-011',
      'Spun brass with a linen-white shade of pierced metal. Takes an E27 bulb, which is included.',
    ],
    [1450, 2.3, 9],
    {
      shape: { turned: LAMP, glow: true },
      colours: [BRASS, CREAM, SAND],
      pattern: (across, along) =>
        along < -0.15 && Math.sin(across * 9) * Math.sin(along * 30) > 0.4 ? 1 : 0,
      ground: DUSK,
    },
  ),
  product(
    [1, 1],
    [
      'Ramadan lantern, small',
      'LMP-020',
      'A fanous of copper and amber glass, 25 cm high. Comes with a candle and a hook.',
    ],
    [290, 0.7, 64],
    {
      shape: { turned: LANTERN, glow: true },
      colours: [COPPER, SAFFRON, CREAM],
      pattern: pierced,
      ground: DUSK,
    },
    [1.8],
  ),
  product(
    [1, 1],
    ['فانوس نحاس كبير', 'LMP-024', 'فانوس مخرّم باليد في شارع المعز، ارتفاعه 60 سم، بسلك وبطارية أو بشمعة.'],
    [1180, 3.1, 3],
    {
      shape: { turned: LANTERN, glow: true },
      colours: [BRASS, SAFFRON, CREAM],
      pattern: (across, along) => pierced(across * 1.6, along * 1.3),
      ground: DUSK,
    },
  ),
  product(
    [2, 0],
    ['كنكة نحاس مطروقة', 'COP-001', 'كنكة لأربعة فناجين، مطروقة باليد في خان الخليلي ومبطّنة بالقصدير.'],
    [320, 0.35, 47],
    { shape: { turned: POT, handle: true }, colours: [COPPER, SAND, CREAM], pattern: hammered },
    [1.8],
  ),
  product(
    [2, 1],
    ['صينية نحاس منقوشة', 'COP-040', 'صينية مستديرة بقطر 45 سم بنقش نباتي كامل، يأخذ عملها أربعة أيام.'],
    [890, 1.9, 7],
    { shape: 'plate', colours: [BRASS, COPPER, SAND], pattern: petals(24) },
  ),
  product(
    [3, 0],
    [
      'Cotton scarf, indigo stripes',
      'TEX-110',
      'Egyptian cotton woven in Akhmim, 180 × 60 cm. Soft from the first wash.',
    ],
    [240, 0.16, 82],
    { shape: 'cloth', colours: [INDIGO, CREAM, TURQUOISE], pattern: stripes(14) },
    [2.2],
  ),
  product(
    [3, 0],
    ['شال صوف سيناوي', 'TEX-118', 'شال من صوف الغنم بتطريز بدوي من سانت كاترين، 200 × 70 سم.'],
    [480, 0.4, 15],
    { shape: 'cloth', colours: [CLAY, SAFFRON, INDIGO], pattern: diamonds },
  ),
  product(
    [3, 1],
    [
      'Kilim rug, 120 × 180',
      'TEX-230',
      'Hand-knotted in Fowwa of undyed and indigo wool. Each one takes three weeks.',
    ],
    [2750, 5.2, 2],
    { shape: 'cloth', colours: [SAND, INDIGO, CLAY], pattern: diamonds },
    [1.9],
  ),
  product(
    [3, 1],
    ['مفرش كتان أبيض', 'TEX-240', 'مفرش سفرة من الكتان الطبيعي بحاشية مشغولة، 150 × 250 سم. يعود قريبًا.'],
    [650, 0.8, 0],
    {
      shape: 'cloth',
      colours: [CREAM, SAND, CREAM],
      pattern: (_, along) => (Math.abs(Math.abs(along) - 0.62) < 0.02 ? 1 : 0),
    },
  ),
  product(
    [3, 1],
    ['Plain cushion cover', 'TEX-251', 'Washed linen, 45 × 45 cm, with a hidden zip.'],
    [190, 0.2, 58],
    { shape: 'cloth', colours: [TURQUOISE, CREAM, SAND], pattern: plain },
  ),
];

/** An order of the demo. */
export interface DemoOrder {
  daysAgo: number;
  /** Indexes in {@link PRODUCTS}, each with a number of pieces. */
  items: readonly (readonly [product: number, pieces: number])[];
  payment: 'now' | 'delivery';
  /** The method it was paid by; `cash`: on delivery; null: not paid. */
  paid: 1 | 2 | 3 | 4 | 5 | 'cash' | null;
  fulfilment: 'new' | 'prepared' | 'shipped' | 'delivered' | 'canceled';
  note?: string;
}

const order = (
  daysAgo: number,
  items: DemoOrder['items'],
  payment: DemoOrder['payment'],
  paid: DemoOrder['paid'],
  fulfilment: DemoOrder['fulfilment'],
  note?: string,
): DemoOrder => ({ daysAgo, items, payment, paid, fulfilment, ...(note ? { note } : {}) });

/** Every state of an order: paid or not, online or on delivery, every step, canceled, expired. */
export const ORDERS: readonly DemoOrder[] = [
  order(34, [[0, 6]], 'now', 1, 'delivered'),
  order(
    31,
    [
      [6, 2],
      [8, 1],
    ],
    'delivery',
    'cash',
    'delivered',
    'سُلّمت لحارس العقار بموافقة العميل',
  ),
  order(27, [[2, 1]], 'now', 3, 'delivered'),
  order(25, [[12, 1]], 'now', 1, 'delivered', 'Sent with our own driver'),
  order(
    22,
    [
      [10, 2],
      [11, 1],
    ],
    'delivery',
    null,
    'canceled',
    'العميل لا يرد على الهاتف',
  ),
  order(19, [[5, 1]], 'now', 5, 'delivered'),
  order(
    16,
    [
      [9, 1],
      [8, 2],
    ],
    'delivery',
    1,
    'delivered',
    'Paid by the link when it arrived',
  ),
  order(14, [[3, 2]], 'now', null, 'new'),
  order(
    11,
    [
      [1, 1],
      [0, 2],
    ],
    'now',
    4,
    'delivered',
  ),
  order(9, [[7, 1]], 'now', null, 'canceled'),
  order(7, [[4, 1]], 'now', 1, 'shipped', 'بوليصة الشحن 48213'),
  order(6, [[14, 4]], 'delivery', null, 'shipped', 'Courier: two attempts so far'),
  order(4, [[10, 1]], 'now', 2, 'shipped'),
  order(3, [[6, 3]], 'delivery', null, 'prepared'),
  order(
    2,
    [
      [2, 1],
      [3, 1],
    ],
    'now',
    1,
    'prepared',
    'تغليف هدية',
  ),
  order(1, [[11, 1]], 'now', 3, 'new'),
  order(
    1,
    [
      [8, 1],
      [0, 4],
    ],
    'delivery',
    null,
    'new',
  ),
  order(0.2, [[5, 1]], 'now', 1, 'new'),
  order(
    0.1,
    [
      [10, 1],
      [14, 2],
    ],
    'now',
    null,
    'new',
  ),
];
