import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { api, doneOf } from '../../api/client.js';
import { viewsQuery } from '../../api/operations-queries.js';
import type { SavedView } from '../../api/types.js';
import { parseSearch, stringifySearch } from '../../app/search.js';
import type { Search } from '../../app/search.js';
import { useCan, useMe } from '../../app/use-session.js';
import { localDay } from '../../format/time.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { validateWith } from '../../ui/filters.js';
import { useNow } from '../../ui/preferences.js';
import { useNotify } from '../../ui/toast.js';
import { SaveViewDialog } from './save-view-dialog.js';
import { transferSearch } from './transfer-filters.table.js';
import css from './saved-views.module.css';

const validate = validateWith(transferSearch);

/** Of what was saved, what the page understands today. */
const searchOf = ({ query, columns = [] }: SavedView): Search =>
  validate({ ...parseSearch(query), ...(columns.length > 0 && { columns }) });

/** The same for the same filters and columns, whatever their order. */
const addressOf = (search: Search): string => {
  const sorted = Object.entries(search).map(([name, value]) => [name, [value].flat().toSorted()] as const);
  return stringifySearch(Object.fromEntries(sorted.toSorted(([a], [b]) => (a < b ? -1 : 1))));
};

/** The saved views of the list, and what is done with the one that is shown. */
export function SavedViews({ search }: { readonly search: Search }) {
  const { data: views = [] } = useQuery(viewsQuery());
  const { name: me } = useMe();
  const canShare = useCan('write:settings');
  const [asked, setAsked] = useState<'save' | 'delete'>();
  const canApprove = useCan('write:approvals');
  const failedToday = { status: 'failed', start_time: localDay(useNow()) };
  const address = addressOf(search);
  const shown = address === '' ? undefined : views.find((view) => addressOf(searchOf(view)) === address);
  const canDelete = shown !== undefined && (shown.shared ? canShare : shown.created_by === me);
  return (
    <div className={css['views']}>
      <nav aria-label={t('views.title')}>
        <ul className={css['list']}>
          {[
            { label: t('views.all'), of: {} },
            { label: t('views.failedToday'), of: failedToday },
          ].map(({ label, of }) => (
            <li key={label}>
              <ViewLink label={label} search={of} isShown={address === addressOf(of)} />
            </li>
          ))}
          {canApprove && (
            <li>
              <Link to="/approvals">{t('approvals.mine')}</Link>
            </li>
          )}
          {views.map((view) => (
            <li key={view.id}>
              <ViewLink
                label={view.shared ? t('views.shared', { name: view.name }) : view.name}
                search={searchOf(view)}
                isShown={view === shown}
              />
            </li>
          ))}
        </ul>
      </nav>
      {address !== '' && address !== addressOf(failedToday) && shown === undefined && (
        <Button size="small" icon="plus" onClick={() => setAsked('save')}>
          {t('views.save')}
        </Button>
      )}
      {canDelete && (
        <Button size="small" look="quiet" icon="close" onClick={() => setAsked('delete')}>
          {t('views.delete')}
        </Button>
      )}
      {asked === 'save' && <SaveViewDialog search={search} views={views} onClose={() => setAsked(undefined)} />}
      {asked === 'delete' && shown && <DeleteDialog view={shown} onClose={() => setAsked(undefined)} />}
    </div>
  );
}

interface ViewLinkProps {
  readonly label: string;
  readonly search: Search;
  readonly isShown: boolean;
}

function ViewLink({ label, search, isShown }: ViewLinkProps) {
  return (
    <Link to="/transfers" search={search} activeProps={{}} aria-current={isShown ? 'page' : undefined} title={label}>
      {label}
    </Link>
  );
}

function DeleteDialog({ view, onClose }: { readonly view: SavedView; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const notify = useNotify();
  const navigate = useNavigate();
  const remove = async () => {
    await doneOf(api.DELETE('/portal/views/{id}', { params: { path: { id: view.id } } }));
    notify(t('views.deleted'));
    await queries.invalidateQueries({ queryKey: ['views'] });
    await navigate({ to: '/transfers', search: {}, replace: true });
  };
  return (
    <ConfirmDialog
      title={t('views.deleteTitle', { name: view.name })}
      text={t(view.shared ? 'views.deleteShared' : 'views.deleteText')}
      confirm={t('views.delete')}
      isDangerous
      action={remove}
      onClose={onClose}
    />
  );
}
