import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { t } from '../messages/t.js';
import { EmptyState, Skeleton } from '../ui/states.js';
import { Page } from '../ui/page.js';
import { validateWith } from '../ui/filters.js';
import { accountFilters } from '../pages/accounts/account-filters.table.js';
import { approvalFilters } from '../pages/approvals/approval-filters.table.js';
import { auditFilters } from '../pages/audit/audit-filters.table.js';
import { ledgerFilters } from '../pages/balance/ledger-filters.table.js';
import { bulkFilters, bulkRowFilters } from '../pages/bulk/bulk-filters.table.js';
import { customerFilters } from '../pages/customers/customer-filters.table.js';
import { homeFilters } from '../pages/home/home-filters.table.js';
import { PasswordPage } from '../pages/password/password-page.js';
import { SecondFactorPage } from '../pages/second-factor/second-factor-page.js';
import { bankFileFilters } from '../pages/rails/file-filters.table.js';
import { breakFilters, lineFilters, statementFilters } from '../pages/rails/statement-filters.table.js';
import { referenceParameters } from '../pages/reference/reference-filters.table.js';
import { balanceParameters, newReportParameters, reportFilters } from '../pages/reports/report-filters.table.js';
import { sandboxParameters } from '../pages/sandbox/sandbox-parameters.table.js';
import { scheduleFilters } from '../pages/schedules/schedule-filters.table.js';
import { refusedRequestFilters } from '../pages/developers/refused-request-filters.table.js';
import {
  bookTransferFilters,
  newBookTransferParameters,
  newSubledgerParameters,
  subledgerFilters,
} from '../pages/subledgers/subledger-filters.table.js';
import { transferSearch } from '../pages/transfers/transfer-filters.table.js';
import { verificationFilters } from '../pages/verifications/verification-filters.table.js';
import { deliveryFilters } from '../pages/webhooks/delivery-filters.table.js';
import { newAccountParameters } from '../pages/new-account/parameters.table.js';
import { newCustomerParameters } from '../pages/new-customer/parameters.table.js';
import { newTransferParameters } from '../pages/new-transfer/parameters.table.js';
import { Gate } from './gate.js';
import { PageError } from './page-error.js';
import { parseSearch, stringifySearch } from './search.js';

function NotFoundPage() {
  return (
    <Page title={t('state.noPage.title')}>
      <EmptyState icon="search" title={t('state.noPage.title')} text={t('state.noPage.text')} />
    </Page>
  );
}

const root = createRootRoute({ component: Gate, notFoundComponent: NotFoundPage });
const at = <Path extends string>(path: Path) => ({ getParentRoute: () => root, path });

// Each page is a file of its own, loaded when it is opened.
const routes = [
  createRoute({
    ...at('/'),
    validateSearch: validateWith(homeFilters),
    component: lazyRouteComponent(() => import('../pages/home/home-page.js'), 'HomePage'),
  }),
  createRoute({
    ...at('/transfers'),
    validateSearch: validateWith(transferSearch),
    component: lazyRouteComponent(() => import('../pages/transfers/transfers-page.js'), 'TransfersPage'),
  }),
  createRoute({
    ...at('/transfers/new'),
    validateSearch: validateWith(newTransferParameters),
    component: lazyRouteComponent(() => import('../pages/new-transfer/new-transfer-page.js'), 'NewTransferPage'),
  }),
  createRoute({
    ...at('/transfers/$id'),
    component: lazyRouteComponent(() => import('../pages/transfer/transfer-page.js'), 'TransferPage'),
  }),
  createRoute({
    ...at('/approvals'),
    validateSearch: validateWith(approvalFilters),
    component: lazyRouteComponent(() => import('../pages/approvals/approvals-page.js'), 'ApprovalsPage'),
  }),
  createRoute({
    ...at('/approvals/$id'),
    component: lazyRouteComponent(() => import('../pages/approvals/approval-page.js'), 'ApprovalPage'),
  }),
  createRoute({
    ...at('/policies'),
    component: lazyRouteComponent(() => import('../pages/policies/policies-page.js'), 'PoliciesPage'),
  }),
  createRoute({
    ...at('/limits'),
    component: lazyRouteComponent(() => import('../pages/limits/limits-page.js'), 'LimitsPage'),
  }),
  createRoute({
    ...at('/sandbox'),
    validateSearch: validateWith(sandboxParameters),
    component: lazyRouteComponent(() => import('../pages/sandbox/sandbox-page.js'), 'SandboxPage'),
  }),
  createRoute({
    ...at('/customers'),
    validateSearch: validateWith(customerFilters),
    component: lazyRouteComponent(() => import('../pages/customers/customers-page.js'), 'CustomersPage'),
  }),
  createRoute({
    ...at('/customers/new'),
    validateSearch: validateWith(newCustomerParameters),
    component: lazyRouteComponent(() => import('../pages/new-customer/new-customer-page.js'), 'NewCustomerPage'),
  }),
  createRoute({
    ...at('/customers/$kind/$id'),
    component: lazyRouteComponent(() => import('../pages/customers/customer-page.js'), 'CustomerPage'),
  }),
  createRoute({
    ...at('/accounts'),
    validateSearch: validateWith(accountFilters),
    component: lazyRouteComponent(() => import('../pages/accounts/accounts-page.js'), 'AccountsPage'),
  }),
  createRoute({
    ...at('/accounts/new'),
    validateSearch: validateWith(newAccountParameters),
    component: lazyRouteComponent(() => import('../pages/new-account/new-account-page.js'), 'NewAccountPage'),
  }),
  createRoute({
    ...at('/accounts/$id'),
    component: lazyRouteComponent(() => import('../pages/accounts/account-page.js'), 'AccountPage'),
  }),
  createRoute({
    ...at('/verifications'),
    validateSearch: validateWith(verificationFilters),
    component: lazyRouteComponent(() => import('../pages/verifications/verifications-page.js'), 'VerificationsPage'),
  }),
  createRoute({
    ...at('/verifications/$id'),
    component: lazyRouteComponent(() => import('../pages/verifications/verification-page.js'), 'VerificationPage'),
  }),
  createRoute({
    ...at('/bulk'),
    validateSearch: validateWith(bulkFilters),
    component: lazyRouteComponent(() => import('../pages/bulk/bulks-page.js'), 'BulksPage'),
  }),
  createRoute({
    ...at('/bulk/new'),
    component: lazyRouteComponent(() => import('../pages/bulk/new-bulk-page.js'), 'NewBulkPage'),
  }),
  createRoute({
    ...at('/bulk/$id'),
    validateSearch: validateWith(bulkRowFilters),
    component: lazyRouteComponent(() => import('../pages/bulk/bulk-page.js'), 'BulkPage'),
  }),
  createRoute({
    ...at('/schedules'),
    validateSearch: validateWith(scheduleFilters),
    component: lazyRouteComponent(() => import('../pages/schedules/schedules-page.js'), 'SchedulesPage'),
  }),
  createRoute({
    ...at('/schedules/new'),
    component: lazyRouteComponent(() => import('../pages/schedules/new-schedule-page.js'), 'NewSchedulePage'),
  }),
  createRoute({
    ...at('/schedules/$id'),
    component: lazyRouteComponent(() => import('../pages/schedules/schedule-page.js'), 'SchedulePage'),
  }),
  createRoute({
    ...at('/balance'),
    validateSearch: validateWith(ledgerFilters),
    component: lazyRouteComponent(() => import('../pages/balance/balance-page.js'), 'BalancePage'),
  }),
  createRoute({
    ...at('/subledgers'),
    validateSearch: validateWith(subledgerFilters),
    component: lazyRouteComponent(() => import('../pages/subledgers/subledgers-page.js'), 'SubledgersPage'),
  }),
  createRoute({
    ...at('/subledgers/new'),
    validateSearch: validateWith(newSubledgerParameters),
    component: lazyRouteComponent(() => import('../pages/subledgers/new-subledger-page.js'), 'NewSubledgerPage'),
  }),
  createRoute({
    ...at('/subledgers/$id'),
    component: lazyRouteComponent(() => import('../pages/subledgers/subledger-page.js'), 'SubledgerPage'),
  }),
  createRoute({
    ...at('/subledgers/transfers'),
    validateSearch: validateWith(bookTransferFilters),
    component: lazyRouteComponent(() => import('../pages/subledgers/book-transfers-page.js'), 'BookTransfersPage'),
  }),
  createRoute({
    ...at('/subledgers/transfers/new'),
    validateSearch: validateWith(newBookTransferParameters),
    component: lazyRouteComponent(() => import('../pages/subledgers/new-book-transfer-page.js'), 'NewBookTransferPage'),
  }),
  createRoute({
    ...at('/reports'),
    validateSearch: validateWith(reportFilters),
    component: lazyRouteComponent(() => import('../pages/reports/reports-page.js'), 'ReportsPage'),
  }),
  createRoute({
    ...at('/reports/new'),
    validateSearch: validateWith(newReportParameters),
    component: lazyRouteComponent(() => import('../pages/reports/new-report-page.js'), 'NewReportPage'),
  }),
  createRoute({
    ...at('/reports/balances'),
    validateSearch: validateWith(balanceParameters),
    component: lazyRouteComponent(() => import('../pages/reports/balances-page.js'), 'BalancesPage'),
  }),
  createRoute({
    ...at('/reports/$id'),
    component: lazyRouteComponent(() => import('../pages/reports/report-page.js'), 'ReportPage'),
  }),
  createRoute({
    ...at('/rails'),
    validateSearch: validateWith(bankFileFilters),
    component: lazyRouteComponent(() => import('../pages/rails/rails-page.js'), 'RailsPage'),
  }),
  createRoute({
    ...at('/rails/$id'),
    component: lazyRouteComponent(() => import('../pages/rails/bank-file-page.js'), 'BankFilePage'),
  }),
  createRoute({
    ...at('/rails/statements'),
    validateSearch: validateWith(statementFilters),
    component: lazyRouteComponent(() => import('../pages/rails/statements-page.js'), 'StatementsPage'),
  }),
  createRoute({
    ...at('/rails/statements/$id'),
    validateSearch: validateWith(lineFilters),
    component: lazyRouteComponent(() => import('../pages/rails/statement-page.js'), 'StatementPage'),
  }),
  createRoute({
    ...at('/rails/breaks'),
    validateSearch: validateWith(breakFilters),
    component: lazyRouteComponent(() => import('../pages/rails/breaks-page.js'), 'BreaksPage'),
  }),
  createRoute({
    ...at('/webhooks'),
    component: lazyRouteComponent(() => import('../pages/webhooks/webhooks-page.js'), 'WebhooksPage'),
  }),
  createRoute({
    ...at('/webhooks/$id'),
    validateSearch: validateWith(deliveryFilters),
    component: lazyRouteComponent(() => import('../pages/webhooks/webhook-page.js'), 'WebhookPage'),
  }),
  createRoute({
    ...at('/developers'),
    validateSearch: validateWith(refusedRequestFilters),
    component: lazyRouteComponent(() => import('../pages/developers/developers-page.js'), 'DevelopersPage'),
  }),
  createRoute({
    ...at('/reference'),
    validateSearch: validateWith(referenceParameters),
    component: lazyRouteComponent(() => import('../pages/reference/reference-page.js'), 'ReferencePage'),
  }),
  createRoute({
    ...at('/batches'),
    component: lazyRouteComponent(() => import('../pages/batches/batches-page.js'), 'BatchesPage'),
  }),
  createRoute({
    ...at('/batches/$id'),
    component: lazyRouteComponent(() => import('../pages/batches/batch-page.js'), 'BatchPage'),
  }),
  createRoute({
    ...at('/health'),
    component: lazyRouteComponent(() => import('../pages/health/health-page.js'), 'HealthPage'),
  }),
  createRoute({
    ...at('/users'),
    component: lazyRouteComponent(() => import('../pages/users/users-page.js'), 'UsersPage'),
  }),
  createRoute({
    ...at('/settings'),
    component: lazyRouteComponent(() => import('../pages/settings/settings-page.js'), 'SettingsPage'),
  }),
  createRoute({
    ...at('/sessions'),
    component: lazyRouteComponent(() => import('../pages/sessions/sessions-page.js'), 'SessionsPage'),
  }),
  createRoute({
    ...at('/audit'),
    validateSearch: validateWith(auditFilters),
    component: lazyRouteComponent(() => import('../pages/audit/audit-page.js'), 'AuditPage'),
  }),
  createRoute({ ...at('/second-factor'), component: SecondFactorPage }),
  createRoute({
    ...at('/password'),
    component: PasswordPage,
  }),
];

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: '/portal/app',
  parseSearch,
  stringifySearch,
  // What no page understands leaves the address.
  search: { strict: true },
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultPendingComponent: () => <Skeleton />,
  defaultErrorComponent: PageError,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
