import { Injectable } from '@nestjs/common';
import { Clock, isUuid, newId, UnitOfWork } from '@payments/kernel';
import { MOST_VIEWS, viewErrors } from '../domain/view.errors.js';
import type { SavedView, ViewContent, ViewPage } from '../domain/saved-view.js';

/** The user who calls. */
export interface ViewUser {
  readonly name: string;
  readonly scopes: ReadonlySet<string>;
}

/** Saved views of the current tenant, in the current unit of work. */
export abstract class SavedViews {
  /** The user's own and the shared ones, by name. */
  abstract list(user: string, page?: ViewPage): Promise<readonly SavedView[]>;
  /** Until the unit of work ends, no other changes the views of the enterprise. @returns those as `list` has them */
  abstract lock(user: string): Promise<readonly SavedView[]>;
  abstract add(view: SavedView): Promise<void>;
  abstract replace(view: SavedView): Promise<void>;
  abstract remove(id: string): Promise<void>;
}

/** Lists, saves and deletes views. A shared view is everybody's, so its changes need `write:settings`. */
@Injectable()
export class ManageViews {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly views: SavedViews,
    private readonly clock: Clock,
  ) {}

  list({ name }: ViewUser, page?: ViewPage): Promise<readonly SavedView[]> {
    return this.unitOfWork.read(() => this.views.list(name, page));
  }

  /** @throws forbidden, duplicate_name, too_many_views */
  create(user: ViewUser, content: ViewContent): Promise<SavedView> {
    return this.unitOfWork.run(async () => {
      const all = await this.views.lock(user.name);
      const now = this.clock.now();
      const view = { ...content, id: newId(), created_by: user.name, created_at: now, updated_at: now };
      assertMaySave(view, all, user);
      await this.views.add(view);
      return view;
    });
  }

  /** @throws unknown_id, forbidden, duplicate_name, too_many_views */
  replace(user: ViewUser, id: string, content: ViewContent): Promise<SavedView> {
    return this.change(user, id, async (before, all) => {
      const { created_by, created_at } = before;
      const view = { ...content, id, created_by, created_at, updated_at: this.clock.now() };
      assertMaySave(view, all, user);
      await this.views.replace(view);
      return view;
    });
  }

  /** @throws unknown_id, forbidden */
  delete(user: ViewUser, id: string): Promise<void> {
    return this.change(user, id, () => this.views.remove(id));
  }

  private change<T>(
    user: ViewUser,
    id: string,
    work: (before: SavedView, all: readonly SavedView[]) => Promise<T>,
  ): Promise<T> {
    return this.unitOfWork.run(async () => {
      const all = isUuid(id) ? await this.views.lock(user.name) : [];
      const before = all.find((each) => each.id === id.toLowerCase());
      if (before === undefined) throw viewErrors.unknown_id();
      if (before.shared) assertMayShare(user);
      return work(before, all);
    });
  }
}

function assertMayShare({ scopes }: ViewUser): void {
  if (!scopes.has('write:settings')) throw viewErrors.forbidden();
}

/** @param all as the user sees them, the view itself as it was among them */
function assertMaySave(view: SavedView, all: readonly SavedView[], user: ViewUser): void {
  if (view.shared) assertMayShare(user);
  const others = all.filter(({ id }) => id !== view.id);
  const own = others.filter(({ created_by }) => created_by === view.created_by);
  if (own.some(({ page, name }) => page === view.page && name === view.name)) throw viewErrors.duplicate_name();
  const shared = others.filter((each) => each.shared);
  if (own.length >= MOST_VIEWS || (view.shared && shared.length >= MOST_VIEWS)) throw viewErrors.too_many_views();
}
