declare module 'virtual:pay-script' {
  /** The page's bundled and minified script. */
  const script: string;
  export default script;
}
