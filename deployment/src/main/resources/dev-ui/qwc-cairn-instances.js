import { CairnPage } from './cairn-page.js';

class CairnInstancesPage extends CairnPage {
  get home() {
    return 'instances';
  }
}

customElements.define('qwc-cairn-instances', CairnInstancesPage);
