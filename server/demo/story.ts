/** Who and what the demo is about. Names are invented. */

export const DEMO_EMAIL = 'demo@daftar.example';
export const DEMO_PASSWORD = 'Demo@1234';

export const DEMO_MERCHANT = {
  firstName: 'Mona',
  lastName: 'Adel',
  email: DEMO_EMAIL,
  // Not the example beside the field of the sign-up form, which somebody who tries it may copy.
  mobileNumber: '01001482573',
  businessName: 'Nile Crafts — حِرف النيل',
  tAndC: true as const,
};

export interface DemoLink {
  name: string;
  description: string;
  /** In pounds, or dollars for currency 2. */
  amount: number;
  currency?: 2;
  taxPercent?: number;
  language: 1 | 2;
  /** How many days ago it was created, and for how many days it is valid. */
  madeDaysAgo: number;
  livesDays: number;
  maxPayments?: number;
  /** Deactivated this many days after its creation. */
  endsAfterDays?: number;
  methods?: (1 | 2 | 3 | 4 | 5)[];
}

const link = (
  name: string,
  description: string,
  amount: number,
  language: 1 | 2,
  madeDaysAgo: number,
  livesDays: number,
  more: Partial<DemoLink> = {},
): DemoLink => ({ name, description, amount, language, madeDaysAgo, livesDays, ...more });

/** The links of the last 90 days; on any day several are open. */
export const DEMO_LINKS: readonly DemoLink[] = [
  link('ورشة خزف للمبتدئين', 'ثلاث جلسات في الزمالك، والخامات علينا', 950, 1, 90, 200),
  link(
    'Handmade leather bag',
    'Cairo leather, stitched by hand. Free delivery in Greater Cairo',
    1850,
    2,
    90,
    200,
    { taxPercent: 14 },
  ),
  link('اشتراك شهري — صندوق الحِرف', 'صندوق كل شهر فيه أربع قطع من أربع محافظات', 420, 1, 90, 200),
  link('Corporate gift set', 'Copper tray and six cups in a wooden box', 2750, 2, 88, 180, {
    taxPercent: 14,
  }),
  link('سجادة صوف يدوية 2×3', 'من فوّة، ألوان طبيعية', 7600, 1, 87, 150, { methods: [1, 4, 5] }),
  link('Summer bazaar ticket', 'Entry for one, with a drink', 75, 2, 86, 30, { maxPayments: 120 }),
  link('مقدم حجز ورشة الخشب', 'يُخصم من إجمالي الورشة', 250, 1, 80, 60),
  link('Online course: Arabic calligraphy', 'Twelve lessons, yours to keep', 38, 2, 78, 180, { currency: 2 }),
  link('طقم فناجين نحاس', 'ستة فناجين مع صينية', 680, 1, 75, 170),
  link('Repair and polishing', 'Brass and copper, any size', 320, 2, 70, 45, { endsAfterDays: 20 }),
  link('لوحة خيامية', 'قماش مشغول يدويًا، 60×60', 1240, 1, 66, 150),
  link('Studio visit for schools', 'Two hours, up to 25 pupils', 3000, 2, 60, 30),
  link('فانوس رمضان المعدني', 'كمية محدودة', 540, 1, 55, 25, { maxPayments: 90 }),
  link('Ceramic dinner set', 'Twelve pieces, glazed in Tunis village', 4450, 2, 50, 140, { taxPercent: 14 }),
  link('شنطة كتان مطرّزة', 'تطريز سيناوي', 390, 1, 45, 140),
  link('Wholesale sample box', 'For shops abroad', 120, 2, 40, 120, { currency: 2, methods: [1] }),
  link('دورة الطباعة على القماش', 'أربعة أيام سبت، الدقي', 1600, 1, 35, 100),
  link('Gift voucher', 'For anything in the shop', 500, 2, 30, 120),
  link('كليم يدوي 1×2', 'ألوان دافئة', 2100, 1, 25, 100),
  link('Custom order deposit', 'Half now, half when it is ready', 900, 2, 20, 90),
  link('إكسسوار فضة سيوي', 'قطعة واحدة من كل تصميم', 1150, 1, 12, 60),
  link('Winter fair booth', 'One table, two chairs', 1500, 2, 8, 40, { maxPayments: 40 }),
];

export interface DemoInvoice {
  name: string;
  description: string;
  /** In pounds, or dollars for currency 2, per customer. */
  amount: number;
  currency?: 2;
  taxPercent?: number;
  language: 1 | 2;
  madeDaysAgo: number;
  dueAfterDays: number;
  /** How many customers, and how many of them have paid. */
  customers: number;
  pays: number;
  isCanceled?: true;
  /** By e-mail and SMS, when the demo is created. */
  isSent?: true;
}

const invoice = (
  name: string,
  description: string,
  amount: number,
  language: 1 | 2,
  [madeDaysAgo, dueAfterDays]: readonly [number, number],
  [customers, pays]: readonly [number, number],
  more: Partial<DemoInvoice> = {},
): DemoInvoice => ({
  name,
  description,
  amount,
  language,
  madeDaysAgo,
  dueAfterDays,
  customers,
  pays,
  ...more,
});

/** The invoices of the last ten weeks, with every outcome. */
export const DEMO_INVOICES: readonly DemoInvoice[] = [
  invoice('تجهيز ركن الحِرف في بازار الخريف', 'تصميم وتنفيذ وتسليم', 12_500, 1, [54, 14], [1, 1], {
    taxPercent: 14,
  }),
  invoice('Corporate gifts, first batch', 'Forty copper trays in wooden boxes', 38_400, 2, [50, 21], [1, 1], {
    taxPercent: 14,
  }),
  invoice('اشتراك ورشة الخزف — أكتوبر', 'أربع جلسات، والخامات علينا', 1_800, 1, [45, 10], [8, 8]),
  invoice('ترميم ثريا نحاس', 'تلميع وإعادة توصيل الكهرباء', 2_950, 1, [40, 7], [1, 0]),
  invoice('Wholesale order, Lyon', 'Two hundred pieces, shipped', 1_450, 2, [36, 30], [1, 1], {
    currency: 2,
  }),
  invoice('رسوم معرض الشتاء', 'طاولة وكرسيان لكل عارض', 1_500, 1, [30, 12], [12, 9]),
  invoice('Window display, Zamalek branch', 'Rent of twelve pieces for a month', 4_200, 2, [28, 14], [1, 0], {
    isCanceled: true,
  }),
  invoice('دفعة ثانية — طقم سفرة خزف', 'اثنا عشر قطعة', 2_225, 1, [20, 30], [1, 1]),
  invoice('اشتراك ورشة الخزف — نوفمبر', 'أربع جلسات، والخامات علينا', 1_800, 1, [12, 25], [8, 5]),
  invoice('Repair of six lanterns', 'Brass, with new glass', 1_140, 2, [9, 30], [1, 0]),
  invoice('تصميم شعار منقوش', 'ختم نحاس وعشر بطاقات', 3_300, 1, [4, 21], [1, 0], { taxPercent: 14 }),
  invoice('Calligraphy course, group of three', 'Twelve lessons, private', 2_600, 2, [2, 14], [3, 1], {
    isSent: true,
  }),
  invoice('سجادة صوف حسب الطلب', 'مقاس 3×4، ألوان طبيعية', 14_750, 1, [1, 30], [1, 0], {
    taxPercent: 14,
    isSent: true,
  }),
];

export const PEOPLE: readonly { name: string; latin: string; address: string }[] = [
  {
    name: 'أحمد عبد الرحمن',
    latin: 'ahmed.abdelrahman',
    address: '12 شارع البطل أحمد عبد العزيز، المهندسين، الجيزة',
  },
  { name: 'Salma Hassan', latin: 'salma.hassan', address: '5 Road 9, Maadi, Cairo' },
  { name: 'محمود السيد', latin: 'mahmoud.elsayed', address: '30 شارع فؤاد، محطة الرمل، الإسكندرية' },
  { name: 'Nour El-Din Farouk', latin: 'nour.farouk', address: '88 El Nasr St, Nasr City, Cairo' },
  { name: 'فاطمة الزهراء علي', latin: 'fatma.ali', address: '7 شارع الجمهورية، المنصورة' },
  { name: 'Karim Mansour', latin: 'karim.mansour', address: 'Compound 14, New Cairo' },
  { name: 'هبة مصطفى', latin: 'heba.mostafa', address: '21 شارع جامعة الدول العربية، الجيزة' },
  { name: 'Youssef Ibrahim', latin: 'youssef.ibrahim', address: '3 El Horreya Rd, Ismailia' },
  { name: 'مريم جرجس', latin: 'mariam.gerges', address: '16 شارع شبرا، القاهرة' },
  { name: 'Omar Khaled', latin: 'omar.khaled', address: '44 Abbas El Akkad, Nasr City' },
  { name: 'دينا شريف', latin: 'dina.sherif', address: 'شاليه 9، مراسي، الساحل الشمالي' },
  { name: 'Tarek Aziz', latin: 'tarek.aziz', address: '2 Corniche El Nil, Aswan' },
  { name: 'سارة محمد', latin: 'sara.mohamed', address: '10 شارع سعد زغلول، طنطا' },
  { name: 'Laila Samir', latin: 'laila.samir', address: '61 26th of July St, Zamalek' },
  { name: 'إسلام رمضان', latin: 'eslam.ramadan', address: '4 شارع البحر، بورسعيد' },
  { name: 'Hany Botros', latin: 'hany.botros', address: '19 Salah Salem, Heliopolis' },
  { name: 'آية خليل', latin: 'aya.khalil', address: '8 شارع الجيش، السويس' },
  { name: 'Mostafa Nabil', latin: 'mostafa.nabil', address: '27 Gameat El Dewal, Mohandessin' },
  { name: 'رانيا فوزي', latin: 'rania.fawzy', address: '13 شارع الكورنيش، الأقصر' },
  { name: 'Amira Lotfy', latin: 'amira.lotfy', address: '6 October City, District 7' },
];

/** An activation request. */
export interface DemoPapers {
  mobile: string;
  /** The business's name. */
  name: string;
  type: 'corporate' | 'individual';
  /** The logo's colour. */
  colour: string;
  /** The submitted values by field, without files. */
  facts: Readonly<Record<string, string>>;
}

/** A merchant with an activation request. */
export interface DemoApplicant extends DemoPapers {
  /** The local part of its address at daftar.example; its password is the demo's. */
  at: string;
  firstName: string;
  lastName: string;
  /** How many hours ago it was sent. */
  hoursAgo: number;
  /** Why it was rejected, by field. */
  reasons?: Readonly<Record<string, string>>;
}

/** The demo merchant's activation request, from 90 days ago. */
export const DEMO_PAPERS: DemoPapers = {
  mobile: DEMO_MERCHANT.mobileNumber,
  name: 'حِرف النيل',
  type: 'corporate',
  colour: '#8a4b2d',
  facts: {
    address: '١٢ شارع ٢٦ يوليو، الزمالك، القاهرة',
    landMark: 'بجوار ساقية الصاوي',
    areaId: '21',
    businessServiceTypeId: '1',
    currencyId: '1',
    businessSubCategoryId: '29',
    description: 'Handmade ceramics, lamps and textiles from Upper Egypt',
    companyNameEn: 'Nile Crafts LLC',
    companyNameAr: 'شركة حِرف النيل ذ.م.م',
    companyAddress: '١٢ شارع ٢٦ يوليو، الزمالك، القاهرة',
    companyWebsite: 'https://nile-crafts.example',
    companyMobile: '01001482573',
    companyEmail: 'office@nile-crafts.example',
    crNumber: '201385',
    taxIdNumber: '398-114-702',
    signatoryName: 'منى عادل فهمي',
    signatoryPosition: 'المدير المسؤول',
    bankName: 'National Bank of Egypt',
    branchName: 'Zamalek',
    bankAccountName: 'Nile Crafts',
    bankAccountNumber: '100234567891',
    iban: 'EG910003001200000100234567891',
  },
};

export const APPLICANTS: readonly DemoApplicant[] = [
  {
    at: 'bakery',
    firstName: 'منى',
    lastName: 'شريف',
    mobile: '01123450001',
    name: 'مخابز النور',
    type: 'corporate',
    colour: '#b45f06',
    hoursAgo: 30,
    facts: {
      address: '٩ شارع النيل، المعادي',
      landMark: 'بجوار مسجد الفتح',
      areaId: '21',
      businessServiceTypeId: '1',
      currencyId: '1',
      businessSubCategoryId: '5',
      description: 'خبز ومعجنات وحلويات شرقية',
      companyNameEn: 'El Nour Bakeries LLC',
      companyNameAr: 'شركة مخابز النور ذ.م.م',
      companyAddress: '٩ شارع النيل، المعادي، القاهرة',
      companyWebsite: 'https://nour.example',
      companyMobile: '01012345670',
      companyEmail: 'office@nour.example',
      crNumber: '184207',
      taxIdNumber: '412-556-908',
      signatoryName: 'منى شريف عبد الحميد',
      signatoryPosition: 'المدير المسؤول',
      bankName: 'بنك قطر الوطني',
      branchName: 'المعادي',
      bankAccountName: 'شركة مخابز النور',
      bankAccountNumber: '112345678901230000',
      iban: 'EG920037000112345678901230000',
    },
  },
  {
    at: 'pottery',
    firstName: 'Youssef',
    lastName: 'Halim',
    mobile: '01123450002',
    name: 'Halim Pottery',
    type: 'individual',
    colour: '#0f5c5c',
    hoursAgo: 5,
    facts: {
      address: '4 Corniche Road, Fayoum',
      landMark: 'Opposite the water wheels',
      areaId: '181',
      businessServiceTypeId: '1',
      currencyId: '1',
      businessSubCategoryId: '29',
      description: 'Hand-thrown pottery from Tunis village',
      companyNameEn: 'Halim Pottery',
      companyNameAr: 'فخار حليم',
      companyAddress: '4 Corniche Road, Fayoum',
      companyWebsite: '',
      signatoryName: 'Youssef Halim Girgis',
      ownerAddress: '4 Corniche Road, Fayoum',
      bankName: 'Commercial International Bank (CIB)',
      branchName: 'Fayoum',
      bankAccountName: 'Youssef Halim Girgis',
      bankAccountNumber: '100033445566',
      swift: 'CIBEEGCX',
    },
  },
  {
    at: 'gym',
    firstName: 'كريم',
    lastName: 'فؤاد',
    mobile: '01123450003',
    name: 'نادي حركة',
    type: 'corporate',
    colour: '#5b3a8e',
    hoursAgo: 50,
    facts: {
      address: '٢٢ شارع عباس العقاد، مدينة نصر',
      landMark: 'فوق صيدلية الشفاء',
      areaId: '39',
      businessServiceTypeId: '5',
      currencyId: '1',
      businessSubCategoryId: '93',
      description: 'اشتراكات صالة رياضية وتدريب شخصي',
      companyNameEn: 'Haraka Fitness',
      companyNameAr: 'شركة حركة للياقة البدنية',
      companyAddress: '٢٢ شارع عباس العقاد، مدينة نصر، القاهرة',
      companyWebsite: '',
      companyMobile: '01234567891',
      companyEmail: 'hello@haraka.example',
      crNumber: '220914',
      taxIdNumber: '507-112-334',
      signatoryName: 'كريم فؤاد المصري',
      signatoryPosition: 'الشريك المدير',
      bankName: 'بنك التعمير والإسكان',
      branchName: 'مدينة نصر',
      bankAccountName: 'كريم فؤاد',
      bankAccountNumber: '298765432109870',
      iban: 'EG840038001298765432109870000',
    },
    reasons: {
      taxIdDocument: 'صورة البطاقة الضريبية مقصوصة من أسفل، ولا يظهر تاريخ الانتهاء',
      bankAccountName: 'الحساب باسم شخص؛ نحتاج حسابًا باسم الشركة',
    },
  },
];
