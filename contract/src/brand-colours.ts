/**
 * Derives the colours of payers' pages and mails from a merchant's colour. For any colour, text keeps a contrast of at
 * least 4.5 and outlines of at least 3 (WCAG AA), on light and on dark.
 */

/** A colour as #rrggbb, in lower case. */
export type Hex = `#${string}`;
export const HEX = /^#[0-9a-f]{6}$/;

export type Theme = 'light' | 'dark';

/** The colours of a page in one theme. */
interface Palette {
  /** Background of buttons: the merchant's own colour. */
  fill: Hex;
  /** `fill` under the pointer. */
  fillDown: Hex;
  /** Text on `fill` and `fillDown`. */
  onFill: Hex;
  /** Outline of buttons and other parts that must be recognizable without text. */
  edge: Hex;
  /** Links and other text. */
  accent: Hex;
  /** A tinted background of text. */
  soft: Hex;
}

export const TEXT_CONTRAST = 4.5;
export const SHAPE_CONTRAST = 3;

/** The backgrounds of each theme, as in `web/pages/base.css`, and the text colours that also appear on `soft`. */
export const GROUNDS = {
  light: { paper: '#ffffff', ground: '#f6f8f8', quiet: '#55656a', ink: '#16252a' },
  dark: { paper: '#1a2426', ground: '#12191b', quiet: '#a9b6b8', ink: '#e8eeee' },
} as const satisfies Record<Theme, Record<string, Hex>>;

const STEPS = 100;

const channelsOf = (colour: Hex) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** Relative luminance (WCAG 2), 0 to 1. */
function luminance(colour: Hex): number {
  const [red, green, blue] = channelsOf(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colours (WCAG 2), 1 to 21. */
export function contrastOf(one: Hex, other: Hex): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Mixes `share` (0 to 1) of `other` into `colour`. */
function mixed(colour: Hex, other: Hex, share: number): Hex {
  const others = channelsOf(other);
  const channels = channelsOf(colour).map((value, at) =>
    Math.round(value * (1 - share) + others[at]! * share)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${channels.join('')}`;
}

/** Returns a colour with another lightness (0 to 1) and the same hue and saturation (HSL). */
function shaded(colour: Hex, from: number, to: number): Hex {
  const chroma = 1 - Math.abs(2 * from - 1);
  const others = 1 - Math.abs(2 * to - 1);
  const channels = channelsOf(colour).map((value) => {
    // A channel's distance from the lightness scales with the chroma that is possible at that lightness.
    const distance = chroma === 0 ? 0 : ((value / 255 - from) / chroma) * others;
    return Math.round(Math.min(1, Math.max(0, to + distance)) * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}

const lightnessOf = (colour: Hex) => {
  const channels = channelsOf(colour);
  return (Math.max(...channels) + Math.min(...channels)) / 510;
};

/**
 * Returns the shade of `colour` nearest to it that satisfies `willDo`, moving towards `end`; returns `end` if no shade
 * does.
 */
function until(colour: Hex, end: '#000000' | '#ffffff', willDo: (made: Hex) => boolean): Hex {
  if (willDo(colour)) return colour;
  const from = lightnessOf(colour);
  const last = end === '#ffffff' ? 1 : 0;
  for (let step = 1; step < STEPS; step += 1) {
    const made = shaded(colour, from, from + ((last - from) * step) / STEPS);
    if (willDo(made)) return made;
  }
  return end;
}

/** Returns the first mixture of `tint` with `paper`, from strong to faint, that satisfies `willDo`. */
function faintest(tint: Hex, paper: Hex, willDo: (made: Hex) => boolean): Hex {
  for (let step = 0; step < STEPS; step += 1) {
    const made = mixed(tint, paper, step / STEPS);
    if (willDo(made)) return made;
  }
  return paper;
}

/**
 * Returns the palette of a colour in a theme.
 * @param colour #rrggbb
 */
export function paletteOf(colour: Hex, theme: Theme): Palette {
  const { paper, ground, quiet, ink } = GROUNDS[theme];
  const away = theme === 'light' ? '#000000' : '#ffffff';
  const onFill = contrastOf(colour, '#ffffff') >= TEXT_CONTRAST ? '#ffffff' : '#000000';
  const tint = mixed(paper, colour, theme === 'light' ? 0.1 : 0.16);
  const soft = faintest(tint, paper, (made) =>
    [quiet, ink].every((text) => contrastOf(made, text) >= TEXT_CONTRAST),
  );
  const differs = (least: number, from: readonly Hex[]) => (made: Hex) =>
    from.every((each) => contrastOf(made, each) >= least);
  return {
    fill: colour,
    fillDown: pressed(colour, onFill),
    onFill,
    edge: until(colour, away, differs(SHAPE_CONTRAST, [paper, ground, soft])),
    accent: until(colour, away, differs(TEXT_CONTRAST, [paper, ground, soft])),
    soft,
  };
}

const PRESSED = 0.16;

/**
 * Moves the fill away from its text's colour, or towards it if it cannot move further away and the text stays readable.
 */
function pressed(colour: Hex, onFill: Hex): Hex {
  const further = mixed(colour, onFill === '#ffffff' ? '#000000' : '#ffffff', PRESSED);
  if (contrastOf(further, colour) >= 1.1) return further;
  const nearer = mixed(colour, onFill, PRESSED);
  return contrastOf(nearer, onFill) >= TEXT_CONTRAST ? nearer : further;
}

const declarations = ({ fill, fillDown, onFill, edge, accent, soft }: Palette) =>
  `:root{--brand:${fill};--brand-down:${fillDown};--on-brand:${onFill};--brand-edge:${edge};--mark:${edge};--accent:${accent};--soft:${soft}}`;

/**
 * Returns the style sheet of a colour, to be placed after the page's own. It is built from numbers alone, so it cannot
 * contain markup.
 * @returns an empty string without a colour
 */
export function brandStyle(colour: string | null): string {
  if (colour === null || !HEX.test(colour)) return '';
  const own = colour as Hex;
  const dark = declarations(paletteOf(own, 'dark'));
  return `${declarations(paletteOf(own, 'light'))}@media screen and (prefers-color-scheme:dark){${dark}}`;
}
