CREATE TABLE "blobs" (
	"sha256" text PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL,
	"put_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" text PRIMARY KEY NOT NULL,
	"run_id" text NOT NULL,
	"step" text NOT NULL,
	"iteration" integer[] NOT NULL,
	"attempt" integer NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expired_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "payloads" ALTER COLUMN "body" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "files_of_attempt" ON "files" USING btree ("run_id","step","iteration","attempt","sha256","name");--> statement-breakpoint
CREATE INDEX "files_of_run" ON "files" USING btree ("run_id","id");--> statement-breakpoint
CREATE INDEX "files_content" ON "files" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "files_aging" ON "files" USING btree ("created_at") WHERE "files"."expired_at" is null;