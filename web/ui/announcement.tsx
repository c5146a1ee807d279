import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';

interface AnnouncementProps {
  /** What there is to say; null while it is not known yet. */
  text: string | null;
  /** What the text answers, such as a search: the same text is said again when this changes. */
  about: string;
}

/**
 * Says the outcome of what a person did to screen readers. It must stay mounted while outcomes change, because screen
 * readers hear only changes inside an element that is already there. The first outcome is read with the screen.
 */
export function Announcement({ text, about }: AnnouncementProps) {
  const [said, setSaid] = useState({ text, about, count: 0 });
  if (text !== null && (text !== said.text || about !== said.about)) {
    setSaid({ text, about, count: said.text === null ? 0 : said.count + 1 });
  }
  return (
    <VisuallyHidden role="status">
      {/* A new element is heard even if its text is the same. */}
      {said.count > 0 && <span key={said.count}>{said.text}</span>}
    </VisuallyHidden>
  );
}
