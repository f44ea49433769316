import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { SUPPORT } from '@rivalhold/shared/texts/support.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Mail } from 'lucide-react';
import { configQuery } from '../../entities/config/api.ts';
import { Button, ButtonAnchor } from '../../ui/button.tsx';
import { Stack } from '../../ui/layout.tsx';
import { SentenceText } from '../../ui/sentence-text.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from '../../ui/text-page.module.css';
import { TextPage } from '../../ui/text-page.tsx';

function SupportAddress() {
  const config = useQuery(configQuery);
  if (config.data) {
    return (
      <ButtonAnchor variant="primary" href={`mailto:${config.data.supportEmail}`}>
        <Mail size={18} aria-hidden="true" /> {config.data.supportEmail}
      </ButtonAnchor>
    );
  }
  if (!config.isError) return <Skeleton width="16rem" height="2.75rem" />;
  return (
    <>
      <p role="alert">{SUPPORT.addressFailed}</p>
      <Button size="small" busy={config.isFetching} onClick={() => void config.refetch()}>
        {SHELL_TEXTS.retry}
      </Button>
    </>
  );
}

/** Show where to get the source code. The license requires site operators to offer it to all users. */
function Source() {
  const config = useQuery(configQuery);
  const url = config.data?.sourceUrl;
  return (
    <Stack as="section" id="source" gap={3}>
      <h2 className={styles.heading}>{SUPPORT.sourceTitle}</h2>
      <p>{SUPPORT.sourceText}</p>
      {url ? (
        <p>
          <a href={url} rel="noreferrer" target="_blank">
            {SUPPORT.sourceLink}
          </a>
        </p>
      ) : (
        <p>{config.isPending ? '\u00a0' : SUPPORT.sourceAsk}</p>
      )}
    </Stack>
  );
}

/** Render /support. */
export function SupportPage() {
  return (
    <TextPage title={SUPPORT.title} lead={SUPPORT.lead}>
      <Stack as="section" gap={3}>
        <h2 className={styles.heading}>{SUPPORT.writeTitle}</h2>
        <p>{SUPPORT.writeText}</p>
        <div className={styles.mail}>
          <SupportAddress />
        </div>
      </Stack>
      <Stack as="section" gap={3}>
        <h2 className={styles.heading}>{SUPPORT.firstTitle}</h2>
        <ul className={styles.points}>
          {SUPPORT.first.map((entry) => (
            <li key={entry.to}>
              {entry.text} <Link to={entry.to}>{entry.link}</Link>
            </li>
          ))}
        </ul>
      </Stack>
      <Stack as="section" gap={3}>
        <h2 className={styles.heading}>{SUPPORT.dangerTitle}</h2>
        <p>{SUPPORT.dangerText}</p>
      </Stack>
      <Stack as="section" gap={3}>
        <h2 className={styles.heading}>{SUPPORT.paymentTitle}</h2>
        <p>{SUPPORT.paymentText}</p>
      </Stack>
      <Source />
      <Stack as="section" gap={3}>
        <h2 className={styles.heading}>{SUPPORT.creditsTitle}</h2>
        <p>
          <SentenceText
            parts={SUPPORT.credits(
              <a href="https://creativecommons.org/licenses/by/3.0/" rel="noreferrer" target="_blank">
                {SUPPORT.creditsLicense}
              </a>,
              <a href="https://game-icons.net" rel="noreferrer" target="_blank">
                {SUPPORT.creditsSite}
              </a>,
            )}
          />
        </p>
        <p>{SUPPORT.creditsFonts}</p>
      </Stack>
    </TextPage>
  );
}
