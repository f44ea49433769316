import { LIMITS } from '@rivalhold/shared/limits.ts';
import { CATEGORY_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import desk from '../../../entities/staff/desk.module.css';
import { Field } from '../../../ui/field.tsx';
import type { CategoryDraft } from '../categories.ts';

const { slug, title, description } = LIMITS.forum.category;
const FIELDS = [
  { field: 'slug', label: CATEGORY_TEXTS.slug, most: slug },
  { field: 'title', label: CATEGORY_TEXTS.name, most: title },
  { field: 'description', label: CATEGORY_TEXTS.description, most: description },
] as const;

type CategoryFieldsProps = {
  draft: CategoryDraft;
  faults: { [F in keyof CategoryDraft]?: string };
  onChange: (draft: CategoryDraft) => void;
};

/** Slug, title and description of a category. */
export function CategoryFields({ draft, faults, onChange }: CategoryFieldsProps) {
  return (
    <div className={desk.fields}>
      {FIELDS.map(({ field, label, most }) => (
        <Field
          key={field}
          className={field === 'description' ? desk.long : undefined}
          label={label}
          dir="auto"
          autoComplete="off"
          spellCheck={field !== 'slug'}
          autoCapitalize={field === 'slug' ? 'none' : undefined}
          maxLength={most}
          value={draft[field]}
          error={faults[field]}
          onChange={(event) => onChange({ ...draft, [field]: event.target.value })}
        />
      ))}
    </div>
  );
}
