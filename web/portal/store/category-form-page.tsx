import { type Category, CategoryForm as CategorySchema } from '@daftar/contract/categories';
import { Button, TagsInput, TextInput } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Form, SubmitButton, type SubmitContext, useContractForm } from '../../ui/form.tsx';
import { Link, useGoTo } from '../../ui/link.tsx';
import { notify } from '../../ui/notify.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useUnsavedGuard } from '../../ui/unsaved-guard.tsx';
import { categoriesPath } from '../paths/store.ts';
import { toastFieldErrors } from '../shared/field-toasts.ts';
import { useCategory, useCreateCategory, useUpdateCategory } from './api.ts';
import { StoreShell } from './components/store-shell.tsx';
import classes from './form.module.css';

/** `/add-new-category` and `/edit-category/{id}`: one form. */
export default function CategoryFormPage() {
  const { t } = useTranslation('store');
  const { id } = useParams({ strict: false });
  const query = useCategory(id);
  const category = query.data?.data;
  return (
    <StoreShell>
      <PageHeader title={t(id === undefined ? 'category.new' : 'category.edit')} />
      {id === undefined ? (
        <NewCategory />
      ) : category ? (
        <EditCategory key={category.id} category={category} />
      ) : query.error ? (
        <ErrorBox error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <Skeleton width="100%" height="12rem" />
      )}
    </StoreShell>
  );
}

interface CategoryValues extends Record<string, unknown> {
  category: string;
  sub_category: string[];
}

function NewCategory() {
  const { send } = useCreateCategory();
  return (
    <CategoryForm
      initial={{ category: '', sub_category: [] }}
      save={async (body, { idempotencyKey }) => (await send({ body, idempotencyKey })).message}
    />
  );
}

function EditCategory({ category }: { category: Category }) {
  const { send } = useUpdateCategory();
  return (
    <CategoryForm
      initial={{
        category: category.category,
        sub_category: category.sub_category.map(({ name }) => name),
      }}
      save={async (body) => (await send({ body: { ...body, category_id: category.id } })).message}
    />
  );
}

interface CategoryFormProps {
  initial: CategoryValues;
  save: (values: CategoryValues, context: SubmitContext) => Promise<string>;
}

function CategoryForm({ initial, save }: CategoryFormProps) {
  const { t } = useTranslation(['store', 'common']);
  const goTo = useGoTo();
  const form = useContractForm<CategoryValues>(CategorySchema, {
    initialValues: initial,
    submit: async (values, context) => {
      notify.success(await save(values, context));
      await goTo(categoriesPath, { ignoreBlocker: true });
    },
    onError: toastFieldErrors,
  });
  useUnsavedGuard(form.isDirty);
  return (
    <Form form={form} className={classes.form} label={t('category.one')}>
      <TextInput {...form.field('category')} withAsterisk label={t('field.category')} autoComplete="off" />
      <TagsInput
        {...form.field('sub_category')}
        withAsterisk
        label={t('field.sub_categories')}
        description={t('category.tagsHelp')}
        placeholder={form.values.sub_category.length === 0 ? t('category.tagsExample') : ''}
        acceptValueOnBlur
        splitChars={[',', '،']}
        comboboxProps={{ withinPortal: false }}
      />
      <div className={classes.buttons}>
        <SubmitButton form={form}>{t('common:save')}</SubmitButton>
        <Button component={Link} to={categoriesPath} variant="default">
          {t('common:cancel')}
        </Button>
      </div>
    </Form>
  );
}
