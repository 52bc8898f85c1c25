import { useNavigate, useSearch } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { EVENT_TYPES } from '../../api/lazy/event-types.table.js';
import { USER_ROLES } from '../../api/user-roles.table.js';
import { reasonCodesQuery } from '../../api/queries.js';
import { useCan } from '../../app/use-session.js';
import '../../messages/lazy/reference.js';
import { t, tCode } from '../../messages/t.js';
import { Loaded } from '../../ui/loaded.js';
import { Card, Page } from '../../ui/page.js';
import { Tabs } from '../../ui/tabs.js';
import { PARTS } from './reference-filters.table.js';
import { ReferenceTable } from './reference-table.js';
import { accessOf, areas } from './role-areas.table.js';
import type { AreaName } from './role-areas.table.js';
import css from './reference.module.css';

/** What events, reason codes and roles mean. */
export function ReferencePage() {
  const { part } = useSearch({ from: '/reference' });
  const navigate = useNavigate();
  const canReadTransfers = useCan('read:transfers');
  const contents = {
    events: <Events />,
    reasons: canReadTransfers && <Reasons />,
    roles: <Roles />,
  };
  const tabs = PARTS.flatMap((id) => {
    const content = contents[id];
    return content === false ? [] : [{ id, label: t(`reference.${id}`), content: <Card>{content}</Card> }];
  });
  return (
    <Page
      title={t('nav.reference')}
      subtitle={t('reference.subtitle')}
      actions={
        <>
          <a href="/docs">{t('reference.docs')}</a>
          <a href="/llms.txt">{t('reference.llms')}</a>
        </>
      }
    >
      <Tabs
        label={t('nav.reference')}
        tabs={tabs}
        active={typeof part === 'string' ? part : PARTS[0]}
        onChange={(next) => void navigate({ to: '/reference', search: { part: next }, replace: true })}
      />
    </Page>
  );
}

function Named({ name, code }: { readonly name: string; readonly code: string }) {
  return (
    <>
      {name}
      <code className={css['code']}>{code}</code>
    </>
  );
}

const Events = () => (
  <ReferenceTable
    label={t('reference.events')}
    head={[t('field.event'), t('reference.resource'), t('reference.when')]}
    rows={EVENT_TYPES.map((type) => {
      const end = type.lastIndexOf('_');
      return [
        <code key="type">{type}</code>,
        tCode('resource', type.slice(0, end)),
        tCode('change', type.slice(end + 1)),
      ];
    })}
  />
);

function Reasons() {
  const query = useQuery(reasonCodesQuery());
  return (
    <Loaded query={query}>
      {(codes) => (
        <ReferenceTable
          label={t('reference.reasons')}
          head={[
            ...[t('field.reason'), t('field.meaning'), t('reference.whatToDo')],
            ...[t('field.whoActs'), t('field.tryAgain'), t('reference.networkCodes')],
          ]}
          rows={codes.map((code) => [
            <Named key="name" name={tCode('reason', code.reason_code)} code={code.reason_code} />,
            ...[code.meaning, code.reason_code_message, tCode('whoActs', code.who_acts)],
            tCode('tryAgain', code.try_again),
            code.network_reason_codes.map(({ network_reason_code }) => network_reason_code).join(', '),
          ])}
        />
      )}
    </Loaded>
  );
}

const Roles = () => (
  <ReferenceTable
    label={t('reference.roles')}
    head={[t('reference.area'), ...USER_ROLES.map((role) => tCode('role', role))]}
    rows={(Object.keys(areas) as AreaName[]).map((name) => [
      t(`area.${name}`),
      ...USER_ROLES.map((role) => t(`may.${accessOf(role, name)}`)),
    ])}
  />
);
