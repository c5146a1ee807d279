import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core';

/** The brand colour: a teal dark enough for white text. */
const ink: MantineColorsTuple = [
  '#eaf5f4',
  '#d3e9e7',
  '#a6d5d0',
  '#7fd0c6',
  '#4aa9a0',
  '#248a82',
  '#17756f',
  '#0f5f5c',
  '#0c4d4b',
  '#083937',
];

const gray: MantineColorsTuple = [
  '#f6f8f8',
  '#f0f3f3',
  '#e2e8e8',
  '#d0d8d9',
  '#b4bfc1',
  '#84939a',
  '#55656a',
  '#414f54',
  '#2a373b',
  '#16252a',
];

const dark: MantineColorsTuple = [
  '#e8eeee',
  '#c4cfd0',
  '#a3b1b3',
  '#7b8a8d',
  '#3b494c',
  '#2a3639',
  '#1d2729',
  '#12191b',
  '#0d1315',
  '#080c0d',
];

const red: MantineColorsTuple = [
  '#fdf0ef',
  '#fbdedc',
  '#f5b9b5',
  '#f09b95',
  '#e5736b',
  '#d5524a',
  '#bd3029',
  '#a8261f',
  '#8c1d18',
  '#6d1511',
];

export const theme: MantineThemeOverride = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 6 },
  colors: { ink, gray, dark, red },
  black: '#16252a',
  fontFamily: "'IBM Plex Sans', 'IBM Plex Sans Arabic', 'Plex-wide', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontFamily: 'inherit', fontWeight: '600' },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  shadows: {
    xs: 'var(--daftar-shadow)',
    sm: 'var(--daftar-shadow)',
    md: 'var(--daftar-shadow)',
    lg: 'var(--daftar-shadow)',
    xl: 'var(--daftar-shadow)',
  },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    Button: { defaultProps: { size: 'sm' } },
    TextInput: { defaultProps: { size: 'sm' } },
    // Rounder, so small a box looks like a choice of one.
    Checkbox: { defaultProps: { radius: 'xs' } },
    Modal: { defaultProps: { centered: true, radius: 'lg' } },
    // Mantine makes it a `header`, which would be a second banner of the page, and a third in a dialog over a drawer.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    Tooltip: { defaultProps: { withArrow: true, events: { hover: true, focus: true, touch: true } } },
    // Its first item has the focus at once, as menus have: what Mantine would put in front of it no menu may contain.
    Menu: {
      defaultProps: {
        shadow: 'md',
        position: 'bottom-end',
        withinPortal: true,
        withInitialFocusPlaceholder: false,
      },
    },
  },
});

/** Overrides Mantine's colours that fail WCAG AA in either scheme. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#16252a',
    '--mantine-color-dimmed': '#55656a',
    '--mantine-color-placeholder': '#66757a',
    '--mantine-color-error': '#a8261f',
    '--mantine-color-anchor': '#0f5f5c',
    '--mantine-color-default-border': '#c9d2d3',
    // Behind the red words of a menu's item under the pointer.
    '--mantine-color-red-light-hover': '#fdf0ef',
  },
  dark: {
    '--mantine-color-body': '#12191b',
    '--mantine-color-text': '#e8eeee',
    '--mantine-color-dimmed': '#a3b1b3',
    '--mantine-color-placeholder': '#8b999c',
    '--mantine-color-error': '#f5a29c',
    '--mantine-color-anchor': '#7fd0c6',
    '--mantine-color-default': '#182123',
    '--mantine-color-default-hover': '#1f2a2c',
    '--mantine-color-default-border': '#3b494c',
  },
});
