import type { NamedTextKey } from '../../ui/text-key.ts';

/**
 * The words by which commands are recognised, in both languages whichever is shown; none of them is displayed. Compared
 * by `searchKey`, so that spelling of Arabic and case do not matter. A merchant may say what the glossary avoids.
 */
export const CREATED = ['payment-link', 'sale', 'invoice', 'customer', 'product', 'ticket', 'user'] as const;
export type Created = (typeof CREATED)[number];

/** What is created. */
export const NOUNS: Readonly<Record<Created, readonly string[]>> = {
  'payment-link': ['payment link', 'pay link', 'link', 'رابط دفع', 'لينك دفع', 'رابط', 'لينك'],
  sale: ['sale', 'عملية بيع', 'بيعة'],
  invoice: ['invoice', 'bill', 'فاتورة'],
  customer: ['customer', 'client', 'عميل', 'عميلة', 'زبون'],
  product: ['product', 'item', 'منتج', 'صنف'],
  ticket: ['support ticket', 'ticket', 'تذكرة دعم', 'تذكرة', 'شكوى'],
  user: ['team member', 'user', 'member', 'colleague', 'مستخدم', 'موظف', 'زميل'],
};

/** Before what is created. */
export const CREATE = [
  ...['new', 'create', 'add', 'make', 'issue', 'invite', 'send'],
  ...[
    'إنشاء',
    'أنشئ',
    'إضافة',
    'أضف',
    'ضيف',
    'اعمل',
    'عمل',
    'إصدار',
    'أصدر',
    'دعوة',
    'ادع',
    'ابعت',
    'ابعث',
    'أرسل',
    'إرسال',
  ],
] as const;

/** After what is created, in Arabic. */
export const NEW = ['جديد', 'جديدة'] as const;
export const ARTICLES = ['a', 'an', 'the', 'one'] as const;
/** Before whom or what it is for. */
export const FOR = [
  'for',
  'to',
  'of',
  'named',
  'at',
  'لـ',
  'ل',
  'إلى',
  'باسم',
  'بمبلغ',
  'بقيمة',
  'ب',
  'بـ',
] as const;

export const REFUND = [
  ...['refund', 'give back', 'return'],
  ...['رد المبلغ', 'رد مبلغ', 'رد فلوس', 'رد', 'استرداد', 'استرجاع', 'رجع فلوس', 'رجع', 'ارجع فلوس', 'ارجع'],
] as const;
/** After a refund's verb. */
export const PAYMENT = ['transaction', 'payment', 'المعاملة', 'معاملة', 'الدفعة', 'دفعة'] as const;

export const DEACTIVATE = [
  ...['deactivate', 'disable', 'stop', 'close', 'turn off', 'cancel', 'void'],
  ...['إيقاف', 'أوقف', 'وقف', 'تعطيل', 'إلغاء تفعيل', 'إغلاق', 'اقفل'],
  ...['إلغاء', 'إلغي', 'ألغِ', 'الغا', 'كنسل'],
] as const;
/** After the verb that ends an invoice. */
export const INVOICE = ['invoice', 'bill', 'الفاتورة', 'فاتورة'] as const;
/** After the verb that ends a link. */
export const LINK = ['payment link', 'link', 'رابط الدفع', 'رابط دفع', 'الرابط', 'رابط', 'لينك'] as const;

/** Before the name of a screen. */
export const OPEN = ['go to', 'open', 'show', 'اذهب إلى', 'افتح', 'عرض', 'روح'] as const;

/** After an amount. */
export const POUNDS = ['egp', 'le', 'pounds', 'pound', 'جنيه', 'جنيها', 'ج.م.', 'ج.م'] as const;

/** Words by which screens are looked for besides their titles: the glossary's, and what merchants say. */
export const SCREEN_WORDS: Readonly<Partial<Record<NamedTextKey, readonly string[]>>> = {
  'shell:nav.payouts': ['withdraw', 'cash out', 'صرف الرصيد', 'صرف رصيد', 'سحب الرصيد'],
  'shell:nav.balance': ['account statement', 'available', 'كشف حساب', 'المتاح'],
  'shell:nav.settlements': ['transfers to the bank', 'تحويلات البنك'],
  'shell:nav.invoices': ['bills', 'فاتورة'],
  'shell:nav.feeInvoices': ['tax invoice', 'vat', 'فاتورة العمولة', 'فاتورة ضريبية'],
  'shell:nav.transactions': ['payments', 'مدفوعات', 'دفعات', 'عمليات'],
  'shell:nav.chargebacks': ['disputes', 'اعتراض', 'نزاع'],
  'shell:nav.till': ['point of sale', 'cashier', 'كاشير'],
  'shell:nav.support': ['tickets', 'help', 'تذكرة', 'تذاكر', 'مساعدة'],
  'shell:nav.audit': ['activity', 'سجل العمليات'],
  'shell:nav.dashboard': ['home', 'الرئيسية'],
  'payment-links:list.title': ['link', 'لينك', 'لينكات', 'رابط دفع'],
  'customers:list.title': ['clients', 'عميل', 'زبائن'],
  'team:title': ['members', 'staff', 'موظفين', 'الفريق', 'دور', 'صلاحيات'],
  'account:title': ['api keys', 'bank accounts', 'brand', 'مفاتيح', 'حسابات بنكية', 'الهوية'],
  'store:tab.products': ['items', 'أصناف', 'صنف'],
  'store:category.list': ['فئة', 'أقسام'],
  'store:order.list': ['أوردرات', 'طلب'],
  'profile:title': ['password', 'كلمة المرور', 'حسابي'],
};
