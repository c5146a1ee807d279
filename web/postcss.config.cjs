/** What Mantine's mixins add stands nowhere in a file, and Vite warns of each such declaration: it stands where its rule does. */
const placed = {
  postcssPlugin: 'daftar-placed',
  OnceExit(root) {
    root.walk((node) => {
      node.source ??= node.parent.source;
    });
  },
};

module.exports = { plugins: [require('postcss-preset-mantine')(), placed] };
