import { USER_ROLES as SHOWN_ROLES } from '../../apps/portal/src/api/user-roles.table.js';
import { accessOf, areas } from '../../apps/portal/src/pages/reference/role-areas.table.js';
import type { AreaName } from '../../apps/portal/src/pages/reference/role-areas.table.js';
import { ME_SCOPES, ROLE_SCOPES, USER_ROLES } from '../../libs/auth/src/domain/scopes.js';

const names = Object.keys(areas) as AreaName[];
/** Not of an area: what every user has, and what is part of changing endpoints or reading transfers. */
const ELSEWHERE: readonly string[] = [...ME_SCOPES, 'invoke:webhook', 'read:routing-number-eligibility'];

describe('the roles that the portal explains', () => {
  it('are those of the service', () => expect([...SHOWN_ROLES].sort()).toEqual([...USER_ROLES].sort()));

  it.each(names)('may read and change in the area "%s" what their scopes allow', (name) => {
    for (const role of USER_ROLES) {
      const access = accessOf(role, name);
      const may = areas[name].resources.map((resource) => ({
        reads: ROLE_SCOPES[role].includes(`read:${resource}`),
        writes: ROLE_SCOPES[role].includes(`write:${resource}`),
      }));
      const told = { reads: access !== 'nothing', writes: access === 'change' };
      expect({ role, may }).toEqual({ role, may: may.map(() => told) });
    }
  });

  it('have no scope that no area explains', () => {
    const explained = names.flatMap((name) => areas[name].resources);
    const left = ROLE_SCOPES.admin.filter(
      (scope) => !ELSEWHERE.includes(scope) && !explained.includes(scope.replace(/^\w+:/, '') as never),
    );
    expect(left).toEqual([]);
  });
});
