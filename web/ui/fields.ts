import {
  Checkbox as LibraryCheckbox,
  Switch as LibrarySwitch,
  Textarea as LibraryTextarea,
  TextInput as LibraryTextInput,
} from '@mantine/core';
import { memoField } from './memo-field.ts';

/** The library's fields for forms of many, drawn again only when what they show has changed. */
export const TextInput = memoField(LibraryTextInput);
export const Textarea = memoField(LibraryTextarea);
export const Switch = memoField(LibrarySwitch);
export const Checkbox = memoField(LibraryCheckbox);
