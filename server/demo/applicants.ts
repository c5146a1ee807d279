/** The demo's applicants: two wait for review, one was rejected. */
import { type BusinessType, CorporateForm, IndividualForm } from '@daftar/contract/kyc';
import { PERMISSIONS } from '@daftar/contract/permissions';
import { validate } from '@daftar/contract/validate';
import type { Auth } from '../src/auth/context.ts';
import { createPassword } from '../src/auth/passwords.ts';
import { register } from '../src/auth/service.ts';
import { submitKyc } from '../src/kyc/service.ts';
import { moderateMerchant } from '../src/ops/moderate.ts';
import type { App, Caller } from '../src/platform/context.ts';
import { FakeClock } from '../src/platform/time/clock.ts';
import { cardPicture, logoPicture, pdfPaper } from './attachments.ts';
import { findDemo, forgetDemoMessages, takePasswordToken } from './store.ts';
import { APPLICANTS, DEMO_PASSWORD, type DemoApplicant, type DemoPapers } from './story.ts';
import { shareAccountant } from './team.ts';

const HOUR_MILLISECONDS = 3_600_000;

/** Signs the applicants up and sends their activation requests. */
export async function makeApplicants(app: App, auth: Auth, today: Date): Promise<void> {
  for (const applicant of APPLICANTS) {
    const at = (hoursAgo: number): App => ({
      ...app,
      clock: new FakeClock(new Date(today.getTime() - hoursAgo * HOUR_MILLISECONDS)),
    });
    const caller = await signUp(at(applicant.hoursAgo + 24), auth, applicant);
    await sendPapers(at(applicant.hoursAgo), caller, applicant);
    if (applicant === APPLICANTS[0]) await shareAccountant(at(applicant.hoursAgo - 1), auth, caller);
    if (applicant.reasons) {
      const { reasons } = applicant;
      await moderateMerchant(at(applicant.hoursAgo - 6), 'reject', caller.merchantId, {
        actor: 'demo',
        reasons,
        version: 1,
      });
    }
    await forgetDemoMessages(app.db, caller.merchantId);
  }
}

async function signUp(app: App, auth: Auth, { at, ...applicant }: DemoApplicant): Promise<Caller> {
  const email = `${at}@daftar.example`;
  const visitor = { locale: 'ar', address: '127.0.0.1', userAgent: 'demo' } as const;
  const { firstName, lastName, mobile: mobileNumber, name: businessName } = applicant;
  await register(app, visitor, { firstName, lastName, email, mobileNumber, businessName, tAndC: true });
  const token = await takePasswordToken(app, email);
  const form = { token, email, password: DEMO_PASSWORD, password_confirmation: DEMO_PASSWORD };
  await createPassword(app, auth, visitor, form);
  const made = await findDemo(app.db, email);
  if (!made) throw new Error(`The demo's applicant ${email} was not made`);
  return {
    merchantId: made.merchantId,
    userId: made.userId,
    mode: 'test',
    sessionId: 'demo',
    email,
    locale: 'ar',
    permissions: new Set(PERMISSIONS),
    merchantStatus: 0,
    address: '127.0.0.1',
  };
}

const FORMS = { corporate: CorporateForm, individual: IndividualForm };

/** Fills in an activation request and sends it. */
export async function sendPapers(app: App, caller: Caller, papers: DemoPapers): Promise<void> {
  const { type, facts } = papers;
  const fields = { ...facts, mobileNumber: papers.mobile, email: caller.email };
  const form = validate(FORMS[type], { ...fields, ...(await papersOf(app, caller, papers)) });
  if (!form.ok)
    throw new Error(`The demo's papers of ${caller.email} are not valid: ${JSON.stringify(form.errors)}`);
  await submitKyc(app, caller, type, form.value);
}

async function papersOf(
  app: App,
  caller: Caller,
  { type, name, facts, colour }: DemoPapers,
): Promise<Record<string, string>> {
  const [logoPath, signatoryIdDocument] = [
    await logoPicture(app, caller, colour),
    await cardPicture(app, caller, 'بطاقة الرقم القومي'),
  ];
  const optionalDocument = await pdfPaper(app, caller, 'خطاب البنك', {
    title: 'خطاب تعريف بحساب بنكي',
    issuer: facts.bankName ?? '',
    lines: [
      ['صاحب الحساب', facts.bankAccountName ?? ''],
      ['رقم الحساب', facts.bankAccountNumber ?? ''],
      ['الفرع', facts.branchName ?? ''],
      ['IBAN', facts.iban ?? facts.swift ?? ''],
    ],
  });
  const common = { logoPath, signatoryIdDocument, optionalDocument };
  return { ...common, ...(await OWN_PAPERS[type](app, caller, name, facts)) };
}

type MakePapers = (
  app: App,
  caller: Caller,
  name: string,
  facts: DemoPapers['facts'],
) => Promise<Record<string, string>>;

const OWN_PAPERS: Record<BusinessType, MakePapers> = {
  corporate: async (app, caller, name, facts) => ({
    crDocument: await pdfPaper(app, caller, 'السجل التجاري', {
      title: 'مستخرج من السجل التجاري',
      issuer: 'مكتب السجل التجاري',
      lines: [
        ['رقم القيد', facts.crNumber ?? ''],
        ['الاسم التجاري', name],
        ['العنوان', facts.companyAddress ?? ''],
        ['المدير المسؤول', facts.signatoryName ?? ''],
      ],
      note: 'صدر هذا المستخرج لتقديمه إلى من يهمه الأمر.',
    }),
    taxIdDocument: await pdfPaper(app, caller, 'البطاقة الضريبية', {
      title: 'بطاقة ضريبية',
      issuer: 'مصلحة الضرائب',
      lines: [
        ['رقم التسجيل', facts.taxIdNumber ?? ''],
        ['اسم الممول', name],
        ['النشاط', facts.description ?? ''],
      ],
    }),
  }),
  individual: async (app, caller, name, facts) => ({
    ownerAddressProofDocument: await pdfPaper(app, caller, 'إيصال كهرباء', {
      title: 'إيصال استهلاك كهرباء',
      issuer: 'شركة توزيع الكهرباء',
      lines: [
        ['اسم المشترك', facts.signatoryName ?? name],
        ['العنوان', facts.ownerAddress ?? ''],
      ],
    }),
  }),
};
