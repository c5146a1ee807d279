import { type Locale, useLocale } from '../ui/locale.ts';

/** What the gallery's components show, as it may be in the product. */
const SAMPLES = {
  en: {
    name: 'Mona Adel',
    store: 'Nour Store',
    subject: 'Sofa, two seats',
    long: 'Delivered on Sunday to the porter of the building, who signed for it. The customer confirmed by phone.',
    question: 'Was this paid twice?',
    status: ['Paid', 'Pending', 'Failed', 'Closed', 'Refunded', 'Open'],
    label: 'Name',
    help: 'As it is written on the commercial register',
    required: 'Required',
    choice: ['Cairo', 'Giza', 'Alexandria'],
    action: 'Create link',
    reference: 'Reference',
    amount: 'Amount',
    state: 'Status',
    date: 'Date',
    mobile: 'Mobile number',
    due: 'Due date',
    range: 'Period',
    licence: 'Commercial register',
    pictures: 'Pictures',
    logo: 'Logo',
    document: 'A picture or a PDF of up to 5 MB',
    empty: 'No payment links yet',
    emptyText: 'Share your first link with a customer.',
    danger: 'Deactivate',
    drawer: 'Customer',
  },
  ar: {
    name: 'منى عادل',
    store: 'متجر النور',
    subject: 'كنبة مقعدين',
    long: 'سلّمناها يوم الأحد لحارس العقار ووقّع بالاستلام، وأكّد العميل ذلك بالتليفون.',
    question: 'هل دُفعت مرتين؟',
    status: ['مدفوعة', 'معلقة', 'فاشلة', 'مغلقة', 'رُد المبلغ', 'مفتوحة'],
    label: 'الاسم',
    help: 'كما هو مكتوب في السجل التجاري',
    required: 'مطلوب',
    choice: ['القاهرة', 'الجيزة', 'الإسكندرية'],
    action: 'إنشاء رابط',
    reference: 'الرقم المرجعي',
    amount: 'المبلغ',
    state: 'الحالة',
    date: 'التاريخ',
    mobile: 'رقم الموبايل',
    due: 'تاريخ الاستحقاق',
    range: 'الفترة',
    licence: 'السجل التجاري',
    pictures: 'الصور',
    logo: 'الشعار',
    document: 'صورة أو ملف PDF حتى ٥ ميجابايت',
    empty: 'لا توجد روابط دفع بعد',
    emptyText: 'أرسل أول رابط إلى أحد عملائك.',
    danger: 'إيقاف',
    drawer: 'العميل',
  },
} as const satisfies Record<Locale, unknown>;

/** The samples in the language of the page. */
export const useSamples = () => SAMPLES[useLocale()];

export const MOMENT = '2026-03-01T21:30:00Z';
export const LINK = 'https://daftar.example/pay/8Kq2xT';

/** A picture that every browser draws. */
export const PICTURE = new Blob(
  [
    '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><rect width="96" height="96" fill="#0f5f5c"/><circle cx="48" cy="48" r="28" fill="#e6f2f1"/></svg>',
  ],
  { type: 'image/svg+xml' },
);
