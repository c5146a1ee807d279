/** Paths outside the portal. */

/**
 * Paths that are never a screen of the portal: pages for payers and other applications. The server answers 404 to
 * unknown ones, and the portal's service worker ignores them.
 */
export const NOT_THE_PORTAL =
  /^\/(api|dev|docs|embed|mail|mcp|media|assets|ops|pay|privacy|sandbox|scim|sdk|status|store|terms|tls)(\/|$)/;
