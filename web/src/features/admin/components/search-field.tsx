import { LIMITS } from '@rivalhold/shared/limits.ts';
import { useEffect, useRef, useState } from 'react';
import { Field } from '../../../ui/field.tsx';

/** After so many ms without a key the server is asked. */
const PAUSE_MS = 250;

type SearchFieldProps = {
  label: string;
  /** What is looked for now. */
  search: string;
  onSearch: (search: string) => void;
};

/** Where a list is searched; tells what is looked for after a pause, and at once by Enter. */
export function SearchField({ label, search, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(search);
  const told = useRef(search);
  const tell = (next: string) => {
    told.current = next;
    onSearch(next);
  };
  // Something else is looked for, though not by this field.
  useEffect(() => {
    if (search === told.current) return;
    told.current = search;
    setText(search);
  }, [search]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          clearTimeout(timer.current);
          tell(text.trim());
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
            timer.current = setTimeout(() => tell(value.trim()), PAUSE_MS);
          }}
        />
      </form>
    </search>
  );
}
