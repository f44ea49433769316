import { ADMIN_HOME_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { PAGE_TITLES } from '@rivalhold/shared/texts/page-titles.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useUser } from '../../entities/session/api.ts';
import styles from '../../entities/staff/staff.module.css';
import { staffPagesFor } from '../../entities/staff/staff-menu.ts';
import { StaffScreen } from '../../entities/staff/staff-screen.tsx';
import { mutesQuery } from '../../features/moderation/api.ts';
import { useEachSecond } from '../../lib/use-each-second.ts';
import { Grid } from '../../ui/layout.tsx';
import { Tag } from '../../ui/tag.tsx';
import { Figures, overviewQuery } from './figures.tsx';

/** Show the staff overview: today's figures, open tasks, and links to the staff pages. */
export function AdminPage() {
  return (
    <StaffScreen path="/admin" title={PAGE_TITLES.admin} text={ADMIN_HOME_TEXTS.text}>
      <Figures />
      <Cards />
    </StaffScreen>
  );
}

function Cards() {
  const { role } = useUser();
  const { openReports = 0, openAppeals = 0 } = useQuery(overviewQuery).data ?? {};
  const mutes = useQuery(mutesQuery).data;
  const muted = useEachSecond(
    (now) => mutes?.filter(({ mutedUntil }) => Date.parse(mutedUntil) > now).length ?? 0,
  );
  const counts: Record<string, string | false> = {
    '/admin/reports': openReports > 0 && ADMIN_HOME_TEXTS.open(openReports),
    '/admin/appeals': openAppeals > 0 && ADMIN_HOME_TEXTS.open(openAppeals),
    '/admin/mutes': muted > 0 && ADMIN_HOME_TEXTS.muted(muted),
  };
  return (
    <Grid as="ul" columns="17rem" gap={3}>
      {staffPagesFor(role).map(({ to, title, text, icon: Glyph }) => (
        <Grid as="li" key={title} columns={1}>
          <Link to={to} className={styles.card}>
            <Glyph size={24} aria-hidden="true" />
            <h2>{title}</h2>
            {counts[String(to)] && (
              <Tag border="ember" tone="link" weight="medium">
                {counts[String(to)]}
              </Tag>
            )}
            <p>{text}</p>
          </Link>
        </Grid>
      ))}
    </Grid>
  );
}
