import { HEALTH_TEXTS } from '@rivalhold/shared/texts/health.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { useQuery } from '@tanstack/react-query';
import { StaffScreen } from '../../entities/staff/staff-screen.tsx';
import { healthQuery } from '../../features/health/api.ts';
import { BackingServices } from '../../features/health/components/backing-services.tsx';
import { Jobs } from '../../features/health/components/jobs.tsx';
import { Ledger } from '../../features/health/components/ledger.tsx';
import { Nodes } from '../../features/health/components/nodes.tsx';
import { Storage } from '../../features/health/components/storage.tsx';
import { Summary } from '../../features/health/components/summary.tsx';
import { Traffic } from '../../features/health/components/traffic.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Grid, Stack } from '../../ui/layout.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { SkeletonCard } from '../../ui/skeleton-parts.tsx';
import { Notice } from '../../ui/state.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

/** Show the site health to admins: issues, services, and what to do. */
export function SiteHealthPage() {
  return (
    <StaffScreen path="/admin/site-health" title={HEALTH_TEXTS.title} text={HEALTH_TEXTS.text}>
      <Health />
    </StaffScreen>
  );
}

/** The cards that each column shows while the data loads. */
const COLUMNS = [
  ['traffic', 'jobs'],
  ['services', 'storage', 'ledger'],
] as const;

function Health() {
  const { data, error, refetch } = useQuery(healthQuery);
  if (data)
    return (
      <>
        <Summary health={data} isOld={error !== null} />
        <Grid columns={2} gap={5} align="start" stackOn="below-wide">
          <Stack gap={5}>
            <Traffic health={data} />
            <Jobs health={data} />
          </Stack>
          <Stack gap={5}>
            <BackingServices health={data} />
            <Storage health={data} />
            <Ledger health={data} />
          </Stack>
        </Grid>
        <Nodes health={data} />
      </>
    );
  if (error)
    return (
      <div role="alert">
        <Notice
          icon="broken-shield"
          title={HEALTH_TEXTS.failed}
          text={HEALTH_TEXTS.failedText}
          action={
            <Button size="small" onClick={() => void refetch()}>
              {SHELL_TEXTS.retry}
            </Button>
          }
        />
      </div>
    );
  return (
    <>
      <VisuallyHidden role="status">{HEALTH_TEXTS.loading}</VisuallyHidden>
      <SkeletonCard height="6rem" picture="2.5rem" />
      <Grid aria-busy="true" columns={2} gap={5} align="start" stackOn="below-wide">
        {COLUMNS.map((names) => (
          <Stack key={names[0]} gap={5}>
            {names.map((name) => (
              <Card key={name} title={HEALTH_TEXTS[name]}>
                <SkeletonLines lines={10} />
              </Card>
            ))}
          </Stack>
        ))}
      </Grid>
      <Card title={HEALTH_TEXTS.nodes}>
        <SkeletonLines lines={4} />
      </Card>
    </>
  );
}
