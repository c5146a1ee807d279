/** Exports what the screens of a merchant's developers share. Its texts: catalogue `webhooks`. */
export { DeveloperNav } from './components/developer-nav.tsx';
