import { CATEGORY_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { useQuery } from '@tanstack/react-query';
import { useUser } from '../../entities/session/api.ts';
import desk from '../../entities/staff/desk.module.css';
import { StaffScreen } from '../../entities/staff/staff-screen.tsx';
import { AddCategory } from '../../features/admin/components/add-category.tsx';
import { CategoryRow } from '../../features/admin/components/category-row.tsx';
import { categoriesQuery } from '../../features/forum/api.ts';
import { useFault } from '../../lib/use-fault.ts';
import { Card } from '../../ui/card.tsx';
import { WaitingRows } from '../../ui/skeleton.tsx';
import { ListState, Notice } from '../../ui/state.tsx';

/** The categories of the forum, and the ways to change them. */
export function CategoriesPage() {
  return (
    <StaffScreen needs="moderator" title={CATEGORY_TEXTS.title} text={CATEGORY_TEXTS.text}>
      <Card title={CATEGORY_TEXTS.addTitle}>
        <AddCategory />
      </Card>
      <Card title={CATEGORY_TEXTS.listTitle}>
        <Categories />
      </Card>
    </StaffScreen>
  );
}

function Categories() {
  const { role } = useUser();
  const query = useQuery({ ...categoriesQuery, staleTime: 0 });
  return (
    <ListState
      items={query.data}
      failure={useFault(query.error, CATEGORY_TEXTS.loadFailed)}
      retry={() => void query.refetch()}
      loading={<WaitingRows text={CATEGORY_TEXTS.loading} rows={4} />}
      empty={<Notice icon="scroll-unfurled" title={CATEGORY_TEXTS.empty} />}
    >
      {(categories) => (
        <ul className={desk.list}>
          {categories.map((category) => (
            <CategoryRow
              key={category.id}
              category={category}
              others={categories.filter(({ id }) => id !== category.id)}
              mayDelete={role === 'admin'}
            />
          ))}
        </ul>
      )}
    </ListState>
  );
}
