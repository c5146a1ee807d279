import { ProductForm as ProductSchema } from '@daftar/contract/product-forms';
import type { Product } from '@daftar/contract/products';
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorBox } from '../../ui/error-box.tsx';
import { ApiError } from '../../ui/errors.ts';
import { Form, SubmitButton, type SubmitContext, useContractForm } from '../../ui/form.tsx';
import { Link, useGoTo, useSearchOf } from '../../ui/link.tsx';
import { MoneyInput } from '../../ui/money-input.tsx';
import { notify } from '../../ui/notify.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useUnsavedGuard } from '../../ui/unsaved-guard.tsx';
import { newCategoryPath, newProductPath, productsPath } from '../paths/store.ts';
import { toastFieldErrors } from '../shared/field-toasts.ts';
import { useMay } from '../shared/permissions.ts';
import type { PageModule } from '../shared/screen.ts';
import {
  prefetchProduct,
  useCategoryChoices,
  useCreateProduct,
  useProduct,
  useSubCategoryChoices,
  useUpdateProduct,
} from './api.ts';
import { ImageUploader } from './components/image-uploader.tsx';
import { fieldsOf, keptPictures, usePictures } from './components/pictures.ts';
import { StoreShell } from './components/store-shell.tsx';
import classes from './form.module.css';
import { EMPTY_PRODUCT, type ProductValues, valuesOf } from './form-values.ts';

export const prefetch: PageModule['prefetch'] = ({ params }) => {
  if (params.id) void prefetchProduct(params.id);
};

/** `/new-product` and `/update-product/{id}`: one form. */
export default function ProductFormPage() {
  const { t } = useTranslation('store');
  const { id } = useParams({ strict: false });
  const query = useProduct(id);
  const product = query.data?.data;
  return (
    <StoreShell>
      <PageHeader title={t(id === undefined ? 'product.new' : 'product.edit')} />
      {id === undefined ? (
        <NewProduct />
      ) : product ? (
        <EditProduct key={product.id} product={product} />
      ) : query.error ? (
        <ErrorBox error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <Skeleton width="100%" height="24rem" />
      )}
    </StoreShell>
  );
}

function NewProduct() {
  const { send } = useCreateProduct();
  const { name = '', price = '' } = useSearchOf(newProductPath);
  return (
    <ProductForm
      // What the search is asked for while the form is open begins it anew.
      key={`${price} ${name}`}
      initial={{ ...EMPTY_PRODUCT, product_name: name, price }}
      save={async (body, { idempotencyKey }) => (await send({ body, idempotencyKey })).message}
    />
  );
}

function EditProduct({ product }: { product: Product }) {
  const { send } = useUpdateProduct();
  return (
    <ProductForm
      initial={valuesOf(product)}
      save={async (values) => {
        const body = { ...values, in_stock_before: product.in_stock, product_id: product.id };
        return (await send({ body })).message;
      }}
    />
  );
}

interface ProductFormProps {
  initial: ProductValues;
  /** @returns the success message. */
  save: (body: ProductValues, context: SubmitContext) => Promise<string>;
}

function ProductForm({ initial, save }: ProductFormProps) {
  const { t } = useTranslation(['store', 'common']);
  const goTo = useGoTo();
  const may = useMay();
  const images = usePictures(keptPictures(initial.product_images_url), (error) => {
    const [reason] = error instanceof ApiError ? Object.values(error.fieldErrors).flat() : [];
    notify.error(reason ? t('image.failedBecause', { reason }) : t('image.failed'));
  });
  const form = useContractForm<ProductValues>(ProductSchema, {
    initialValues: initial,
    submit: async (values, context) => {
      notify.success(await save(values, context));
      await goTo(productsPath, { ignoreBlocker: true });
    },
    onError: toastFieldErrors,
  });
  // Pictures are kept beside the form while they are uploaded; the form's own fields for them are ignored.
  const { setAll } = form;
  const sent = JSON.stringify(fieldsOf(images.pictures));
  const known = useRef(sent);
  useEffect(() => {
    if (known.current === sent) return;
    known.current = sent;
    setAll(JSON.parse(sent) as ReturnType<typeof fieldsOf>);
  }, [sent, setAll]);
  useUnsavedGuard(form.isDirty);
  const categories = useCategoryChoices().data?.data ?? [];
  const subs = useSubCategoryChoices(form.values.category_id).data?.data ?? [];
  const optionsOf = (list: readonly { id: number; name: string }[]) => [
    { value: '', label: t('form.choose') },
    ...list.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  return (
    <Form form={form} className={classes.form} label={t('product.one')}>
      <ImageUploader images={images} error={form.errors.product_images} />
      <div className={classes.fields}>
        <TextInput
          {...form.field('product_name')}
          withAsterisk
          label={t('field.product_name')}
          autoComplete="off"
        />
        <TextInput
          {...form.field('product_code')}
          withAsterisk
          label={t('field.product_code')}
          description={t('form.codeHelp')}
          autoComplete="off"
        />
        <Textarea {...form.field('description')} withAsterisk label={t('field.description')} rows={5} />
        <div className={classes.three}>
          <MoneyInput {...form.field('price')} withAsterisk label={t('field.price')} />
          <TextInput
            {...form.field('in_stock')}
            withAsterisk
            label={t('field.in_stock')}
            inputMode="numeric"
            autoComplete="off"
          />
          <TextInput
            {...form.field('weight')}
            label={t('field.weightOptional')}
            inputMode="decimal"
            autoComplete="off"
          />
        </div>
        <div className={classes.two}>
          <NativeSelect
            {...form.field('category_id')}
            withAsterisk
            label={t('field.category')}
            data={optionsOf(categories)}
            onChange={(event) => form.setAll({ category_id: event.currentTarget.value, sub_category_id: '' })}
          />
          <NativeSelect
            {...form.field('sub_category_id')}
            withAsterisk
            label={t('field.sub_category')}
            data={optionsOf(subs)}
            disabled={form.values.category_id === ''}
          />
        </div>
        {categories.length === 0 && may('add-category') && (
          <p className={classes.hint}>
            {t('form.noCategories')} <Link to={newCategoryPath}>{t('category.add')}</Link>
          </p>
        )}
      </div>
      <div className={classes.buttons}>
        <SubmitButton form={form} disabled={images.isSending}>
          {t('common:save')}
        </SubmitButton>
        <Button component={Link} to={productsPath} variant="default">
          {t('common:cancel')}
        </Button>
      </div>
    </Form>
  );
}
