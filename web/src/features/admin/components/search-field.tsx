import { LIMITS } from '@rivalhold/shared/limits.ts';
import { useEffect, useRef, useState } from 'react';
import { useDebounce } from '../../../lib/use-debounce.ts';
import { Field } from '../../../ui/field.tsx';

type SearchFieldProps = {
  label: string;
  /** What is looked for now. */
  search: string;
  onSearch: (search: string) => void;
};

/** Where a list is searched; tells what is looked for after a pause, and at once by Enter. */
export function SearchField({ label, search, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(search);
  const lastSearch = useRef(search);
  const submitSearch = (next: string) => {
    lastSearch.current = next;
    onSearch(next);
  };
  // Something else is looked for, though not by this field.
  useEffect(() => {
    if (search === lastSearch.current) return;
    lastSearch.current = search;
    setText(search);
  }, [search]);
  const pause = useDebounce();
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          pause.cancel();
          submitSearch(text.trim());
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
            pause.later(() => submitSearch(value.trim()));
          }}
        />
      </form>
    </search>
  );
}
