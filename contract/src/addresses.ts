/** Where the portal ends. */

/**
 * Paths that are never a screen of the portal: pages of other people and of other applications. The server answers 404 for
 * unknown ones, and the portal's service worker leaves them alone.
 */
export const NOT_THE_PORTAL =
  /^\/(api|dev|docs|embed|mail|mcp|media|assets|ops|pay|privacy|sandbox|scim|sdk|status|store|terms|tls)(\/|$)/;
