import { LitElement, css, html } from 'lit';
import { JsonRpc } from 'jsonrpc';
import { themeState } from 'theme-state';
import { observeState } from 'lit-element-state';
import { connectionState } from 'connection-state';
import '../cairn-console/app.js';
import { RpcSource } from '../cairn-console/core/rpc-source.js';

/** One source for all pages, so that they share their connections. */
const source = new RpcSource(new JsonRpc('quarkus-cairn', false), listener => {
  let known = true;
  connectionState.addObserver(() => {
    const connected = connectionState.current.isConnected === true;
    if (connected !== known) {
      known = connected;
      listener(connected);
    }
  });
});

/** The address that the browser was opened with. The Dev UI drops its fragment, which is the route within the page. */
let opened = new URL(performance.getEntriesByType('navigation')[0]?.name ?? location.href);

/** A page of the Dev UI that shows the console of Cairn, in the colours of the Dev UI. */
export class CairnPage extends observeState(LitElement) {
  static styles = css`
    :host { display: block; min-height: 100%; }
  `;

  /** The route with which the page begins. */
  get home() {
    return 'workflows';
  }

  connectedCallback() {
    if (opened?.pathname === location.pathname && opened.hash && !location.hash) {
      history.replaceState(history.state, '', opened.hash);
    }
    opened = null;
    super.connectedCallback();
  }

  render() {
    return html`<cairn-app embedded .source=${source} .home=${this.home} theme=${themeState.theme?.name ?? 'light'}></cairn-app>`;
  }
}
