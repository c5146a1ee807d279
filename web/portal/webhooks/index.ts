/** Exports what the screens of a merchant's developers share. Its texts: catalogue `webhooks`. */
export { Code } from './components/code.tsx';
export { DeveloperNav } from './components/developer-nav.tsx';
