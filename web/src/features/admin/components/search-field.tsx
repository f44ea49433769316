import { LIMITS } from '@rivalhold/shared/limits.ts';
import { useEffect, useRef, useState } from 'react';
import { usePause } from '../../../lib/use-pause.ts';
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
  const pause = usePause();
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          pause.cancel();
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
            pause.later(() => tell(value.trim()));
          }}
        />
      </form>
    </search>
  );
}
