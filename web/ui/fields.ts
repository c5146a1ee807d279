import {
  Checkbox as LibraryCheckbox,
  Switch as LibrarySwitch,
  Textarea as LibraryTextarea,
  TextInput as LibraryTextInput,
} from '@mantine/core';
import { memoField } from './memo-field.ts';

/** Mantine's fields, memoised for forms with many of them: each re-renders only when its own props change. */
export const TextInput = memoField(LibraryTextInput);
export const Textarea = memoField(LibraryTextarea);
export const Switch = memoField(LibrarySwitch);
export const Checkbox = memoField(LibraryCheckbox);
