import type { ReactNode } from 'react';

/** The head of every page. */
export function Head({ title, style, children }: { title: string; style: string; children?: ReactNode }) {
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      <meta name="robots" content="noindex, nofollow" />
      <meta name="referrer" content="no-referrer" />
      <meta name="color-scheme" content="light dark" />
      <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f6f8f8" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#12191b" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <style>{style}</style>
      {children}
    </head>
  );
}
