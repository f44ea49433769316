import { LIMITS } from '@rivalhold/shared/limits.ts';
import { useEffect, useRef, useState } from 'react';
import { Field } from '../../../ui/field.tsx';

/** After so many ms without a key the server is asked. */
const PAUSE_MS = 250;

/** Where a list is searched; tells what is looked for after a pause, and at once by Enter. */
export function SearchField({ label, onSearch }: { label: string; onSearch: (search: string) => void }) {
  const [text, setText] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          clearTimeout(timer.current);
          onSearch(text.trim());
        }}
      >
        <Field
          label={label}
          type="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={LIMITS.searchMax}
          value={text}
          onChange={({ target: { value } }) => {
            setText(value);
            clearTimeout(timer.current);
            timer.current = setTimeout(() => onSearch(value.trim()), PAUSE_MS);
          }}
        />
      </form>
    </search>
  );
}
