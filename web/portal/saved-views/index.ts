/** Views of lists by name, for the screens of other nouns. Texts: catalogue `common`. */
export { SavedViews } from './views-button.tsx';
