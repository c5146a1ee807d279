// Shows Daftar among the ways to pay of WooCommerce's block checkout; the server leads to the payment page.
(({ wcBlocksRegistry, wcSettings }, { element, htmlEntities }) => {
  const { title, description, supports } = wcSettings.getPaymentMethodData('daftar', {});
  const label = htmlEntities.decodeEntities(title ?? 'Daftar');
  // The server lets only harmless HTML through, as the classic checkout does.
  const content = element.createElement(element.RawHTML, null, description ?? '');
  wcBlocksRegistry.registerPaymentMethod({
    name: 'daftar',
    label: element.createElement('span', null, label),
    ariaLabel: label,
    content,
    edit: content,
    canMakePayment: () => true,
    supports: { features: supports ?? ['products'] },
  });
})(window.wc, window.wp);
