/** Pictures of the demo's products, drawn pixel by pixel, so that no files or photographs are needed. */

/** Red, green and blue from 0 to 255. */
export type Colour = readonly [number, number, number];

/** Half the width by height; both from -1 (top, middle) to 1. */
type Profile = readonly (readonly [height: number, halfWidth: number])[];

/** The colour at a position: 0 the first, 1 the second, 2 the third. */
type Pattern = (across: number, along: number) => 0 | 1 | 2;

export interface Drawing {
  /** Turned on a wheel, round like a plate, or woven. */
  shape: { turned: Profile; handle?: boolean; glow?: boolean } | 'plate' | 'cloth';
  colours: readonly [Colour, Colour, Colour];
  pattern: Pattern;
  ground: Colour;
}

export const SIDE = 640;
const EDGE = 3 / SIDE;
const LIGHT = -0.35;

const clamp = (value: number) => Math.min(1, Math.max(0, value));
const smooth = (value: number) => clamp(value) ** 2 * (3 - 2 * clamp(value));

/** Half the width of a turned object at a height, interpolated between the points of its profile. */
function halfWidth(profile: Profile, height: number): number {
  const next = profile.findIndex(([at]) => at >= height);
  if (next <= 0) return next === 0 && profile[0]![0] === height ? profile[0]![1] : 0;
  const [from, to] = [profile[next - 1]!, profile[next]!];
  return from[1] + (to[1] - from[1]) * smooth((height - from[0]) / (to[0] - from[0]));
}

interface Point {
  /** Opacity from 0 to 1, antialiased. */
  cover: number;
  /** The colour, and how brightly it is lit. */
  mark: 0 | 1 | 2;
  light: number;
}

function turned(profile: Profile, pattern: Pattern, x: number, y: number): Point {
  const half = halfWidth(profile, y);
  const across = half > 0 ? x / half : 2;
  const round = Math.sqrt(Math.max(0, 1 - across * across));
  const shine = 0.3 * Math.exp(-(((across - LIGHT) / 0.16) ** 2));
  return {
    cover: smooth((half - Math.abs(x)) / EDGE),
    mark: pattern(Math.asin(Math.max(-1, Math.min(1, across))), y),
    light: 0.5 + 0.5 * round - 0.18 * across + shine,
  };
}

function handle(x: number, y: number): Point {
  const away = Math.hypot((x - 0.52) / 0.95, y - 0.12);
  const depth = 0.06 - Math.abs(away - 0.24);
  return { cover: smooth(depth / EDGE), mark: 0, light: 0.55 + 6 * depth };
}

function plate(pattern: Pattern, x: number, y: number): Point {
  const away = Math.hypot(x, y);
  const rim = away > 0.56 ? 0.12 * Math.sin((away - 0.56) * 14) : 0;
  return {
    cover: smooth((0.8 - away) / EDGE),
    mark: pattern(Math.atan2(y, x), away),
    light: 0.92 - 0.12 * (x + y) + rim,
  };
}

function cloth(pattern: Pattern, x: number, y: number): Point {
  const hang = 0.012 * Math.sin(9 * y);
  const fringe = y > 0.7 ? Math.sin(x * 90) > -0.2 : true;
  const inside = Math.min(0.68 - Math.abs(x + hang), y + 0.8, 0.8 - y);
  return {
    cover: fringe ? smooth(inside / EDGE) : 0,
    mark: pattern(x, y),
    light: 0.9 + 0.07 * Math.sin(7 * x + 1.5 * y) + 0.05 * Math.sin(x * 240) * Math.sin(y * 240),
  };
}

function pointOf({ shape, pattern }: Drawing, x: number, y: number): Point {
  if (shape === 'plate') return plate(pattern, x, y);
  if (shape === 'cloth') return cloth(pattern, x, y);
  const body = turned(shape.turned, pattern, x, y);
  if (!shape.handle || body.cover === 1) return body;
  const ring = handle(x, y);
  return ring.cover > body.cover ? ring : body;
}

/** The background: a wall, a table, and the shadow on it. */
function groundAt({ shape, ground }: Drawing, x: number, y: number): Colour {
  const isLying = typeof shape === 'string';
  const wall = isLying ? 1 - 0.06 * y : y < 0.55 ? 0.97 - 0.05 * y : 1.03 - 0.04 * y;
  const shadow = isLying
    ? 0.28 * smooth(1.1 - Math.hypot(x - 0.05, y - 0.07) / 0.84)
    : 0.4 * smooth(1 - Math.hypot((x - 0.08) / 0.75, (y - shape.turned.at(-1)![0] - 0.03) / 0.12));
  const glow = typeof shape === 'object' && shape.glow ? 0.3 * smooth(1 - Math.hypot(x, y + 0.1)) : 0;
  const shade = wall * (1 - shadow) + glow;
  return [ground[0] * shade, ground[1] * shade, ground[2] * (shade - glow / 2)];
}

/** The pixels of a drawing, row by row, three bytes each; `near` above 1 zooms in. */
export function draw(drawing: Drawing, near = 1): Buffer {
  const points = Buffer.alloc(SIDE * SIDE * 3);
  for (let row = 0; row < SIDE; row += 1) {
    const y = (2 * row - SIDE) / SIDE / near;
    for (let column = 0; column < SIDE; column += 1) {
      const x = (2 * column - SIDE) / SIDE / near;
      const behind = groundAt(drawing, x, y);
      const { cover, mark, light } = pointOf(drawing, x, y);
      const colour = drawing.colours[mark];
      for (let part = 0; part < 3; part += 1) {
        const value = behind[part]! * (1 - cover) + colour[part]! * light * cover;
        points[(row * SIDE + column) * 3 + part] = Math.max(0, Math.min(255, value));
      }
    }
  }
  return points;
}
