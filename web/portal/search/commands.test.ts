import { describe, expect, test } from 'vitest';
import { linkOf, personOf, readCommand, withoutOpen } from './commands.ts';
import type { Created } from './phrases.ts';

describe('a command', () => {
  test.each<[string, Created, string]>([
    ['new invoice', 'invoice', ''],
    ['New invoice for Mona Hassan', 'invoice', 'Mona Hassan'],
    ['create an invoice to mona', 'invoice', 'mona'],
    ['invoice for Mona', 'invoice', 'Mona'],
    ['فاتورة جديدة لـ منى حسن', 'invoice', 'منى حسن'],
    ['فاتورة جديدة لـمنى', 'invoice', 'منى'],
    ['فاتورة جديدة لمنى', 'invoice', 'لمنى'],
    ['فاتوره لـ أحمد', 'invoice', 'أحمد'],
    ['إنشاء فاتورة', 'invoice', ''],
    ['اعمل فاتورة ل منى', 'invoice', 'منى'],
    ['new payment link', 'payment-link', ''],
    ['NEW LINK for Copper lamp', 'payment-link', 'Copper lamp'],
    ['رابط دفع جديد بمبلغ ٢٥٠', 'payment-link', '٢٥٠'],
    ['فاتورة لمنى', 'invoice', 'لمنى'],
    ['ابعت لينك 250', 'payment-link', '250'],
    ['send a link 250', 'payment-link', '250'],
    ['عميل جديد أحمد', 'customer', 'أحمد'],
    ['add customer', 'customer', ''],
    ['عميل جديد', 'customer', ''],
    ['إضافة منتج', 'product', ''],
    ['new product Copper lamp 250', 'product', 'Copper lamp 250'],
    ['مستخدم جديد منى عادل', 'user', 'منى عادل'],
    ['تذكرة دعم جديدة', 'ticket', ''],
    ['invite a user', 'user', ''],
    ['دعوة مستخدم', 'user', ''],
  ])('%j creates', (typed, what, rest) => {
    expect(readCommand(typed)).toEqual({ does: 'create', what, rest });
  });

  test.each([
    ['refund TRX-7K3M9Q2D', 'refund', 'TRX-7K3M9Q2D'],
    ['Refund payment of Mona', 'refund', 'Mona'],
    ['رد المبلغ TRX-7K3M9Q2D', 'refund', 'TRX-7K3M9Q2D'],
    ['استرداد المعاملة 102', 'refund', '102'],
    ['ارجع فلوس TRX-7K3M9Q2D', 'refund', 'TRX-7K3M9Q2D'],
    ['refund', 'refund', ''],
    ['الغي INV-7K3M9Q2D', 'deactivate', 'INV-7K3M9Q2D'],
  ])('%j is done to what it names', (typed, does, rest) => {
    expect(readCommand(typed)).toEqual({ does, rest });
  });

  test.each([
    ['deactivate link LNK-7K3M9Q2D', 'payment-link', 'LNK-7K3M9Q2D'],
    ['إيقاف الرابط المصباح', 'payment-link', 'المصباح'],
    ['cancel invoice INV-7K3M9Q2D', 'invoice', 'INV-7K3M9Q2D'],
    ['الغي الفاتورة INV-7K3M9Q2D', 'invoice', 'INV-7K3M9Q2D'],
    ['إلغي فاتورة INV-7K3M9Q2D', 'invoice', 'INV-7K3M9Q2D'],
    ['الغ الفاتوره INV-7K3M9Q2D', 'invoice', 'INV-7K3M9Q2D'],
    ['ألغِ الفاتورة INV-7K3M9Q2D', 'invoice', 'INV-7K3M9Q2D'],
    ['إلغاء فاتورة منى', 'invoice', 'منى'],
  ])('%j ends what it names', (typed, what, rest) => {
    expect(readCommand(typed)).toEqual({ does: 'deactivate', what, rest });
  });

  test.each(['invoices', 'invoice Mona', 'payouts', 'TRX-7K3M9Q2D', 'الفواتير', 'newest', 'لينا', '', '   '])(
    '%j is none, and only searched for',
    (typed) => {
      expect(readCommand(typed)).toBeNull();
    },
  );
});

test('the name of a screen may follow “go to”', () => {
  expect(withoutOpen('go to payouts')).toBe('payouts');
  expect(withoutOpen('افتح التسويات')).toBe('التسويات');
  expect(withoutOpen('openings')).toBe('openings');
});

test('a name is found whether or not لـ belongs to it', () => {
  expect(personOf('لمنى')).toBe('منى');
  expect(personOf('للشركة')).toBe('شركة');
  expect(personOf('لبنى')).toBe('بنى');
  expect(personOf('ليا')).toBe('ليا');
  expect(personOf('Lubna')).toBe('Lubna');
});

test('an amount and a name are read in any order', () => {
  expect(linkOf('250 EGP for Copper lamp')).toEqual({ amount: '250', name: 'Copper lamp' });
  expect(linkOf('Copper lamp 1,250.50')).toEqual({ amount: '1250.50', name: 'Copper lamp' });
  expect(linkOf('٢٥٠ جنيه لـ مصباح')).toEqual({ amount: '250', name: 'مصباح' });
  expect(linkOf('Lamp for 250')).toEqual({ amount: '250', name: 'Lamp' });
  expect(linkOf('مصباح ٢٥٠٫٥٠')).toEqual({ amount: '250.50', name: 'مصباح' });
  expect(linkOf('مصباح بـ١٬٢٥٠٫٥')).toEqual({ amount: '1250.5', name: 'مصباح' });
  expect(linkOf('250, Lamp')).toEqual({ amount: '250', name: 'Lamp' });
  expect(linkOf('Lamp')).toEqual({ name: 'Lamp' });
  expect(linkOf('0')).toEqual({ name: '0' });
  expect(linkOf('')).toEqual({});
});

test.each(['10,50', '1,25', '1,2500', '10.999', '-5', '٢٥٠،٥٠', '1e3', '99999999999'])(
  '%j is no amount that anybody can be sure of, and stays in the name',
  (number) => {
    expect(linkOf(`Lamp ${number}`)).toEqual({ name: `Lamp ${number}` });
  },
);
