/**
 * The pages by their routes. The first visit of a page fetches it, so that the first view is small. A page is an element with the
 * properties `source` and `route`.
 */
export const PAGES = [
  { route: ['workflows'], tag: 'cairn-workflows-page', title: 'Workflows', fetch: () => import('../pages/workflows-page.js') },
  { route: ['workflows', '*'], tag: 'cairn-workflow-page', title: 'Workflow', fetch: () => import('../pages/workflow-page.js') },
  { route: ['instances'], tag: 'cairn-instances-page', title: 'Instances', fetch: () => import('../pages/instances-page.js') },
  { route: ['instances', '*'], tag: 'cairn-instance-page', title: 'Instance', fetch: () => import('../pages/instance-page.js') },
  { route: ['instances', '*', 'compare', '*'], tag: 'cairn-compare-page', title: 'Compare', fetch: () => import('../pages/compare-page.js') },
  { route: ['schedules'], tag: 'cairn-schedules-page', title: 'Schedules', fetch: () => import('../pages/schedules-page.js') },
  { route: ['schedules', '*', '*'], tag: 'cairn-schedule-page', title: 'Schedule', fetch: () => import('../pages/schedule-page.js') },
  { route: ['operations'], tag: 'cairn-operations-page', title: 'Operations', fetch: () => import('../pages/operations-page.js') },
  { route: ['events'], tag: 'cairn-events-page', title: 'Events', fetch: () => import('../pages/events-page.js') },
  { route: ['cluster'], tag: 'cairn-cluster-page', title: 'Store and cluster', fetch: () => import('../pages/cluster-page.js') },
  { route: ['survival'], tag: 'cairn-survival-page', title: 'Survival', fetch: () => import('../pages/survival-page.js') },
  { route: ['jq'], tag: 'cairn-jq-page', title: 'jq playground', fetch: () => import('../pages/jq-page.js') },
];

/** The entries of the navigation. The entries for development need a source that can call the methods of the Dev UI. */
export const NAVIGATION = [
  { path: 'workflows', label: 'Workflows', icon: 'flow' },
  { path: 'instances', label: 'Instances', icon: 'instances' },
  { path: 'schedules', label: 'Schedules', icon: 'clock' },
  { path: 'operations', label: 'Operations', icon: 'operations' },
  { path: 'events', label: 'Events', icon: 'event' },
  { path: 'cluster', label: 'Store and cluster', icon: 'server' },
  { path: 'survival', label: 'Survival', icon: 'check', devOnly: true },
  { path: 'jq', label: 'jq playground', icon: 'code', devOnly: true },
];

/** The page of a route; undefined if there is none. */
export function pageOf(route) {
  return PAGES.find(page => page.route.length === route.segments.length
    && page.route.every((segment, index) => segment === '*' || segment === route.segments[index]));
}
