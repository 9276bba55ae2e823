CREATE TABLE "pipeline_tests" (
	"id" text PRIMARY KEY NOT NULL,
	"pipeline_id" text NOT NULL,
	"name" text NOT NULL,
	"test" json NOT NULL,
	"run" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pipeline_tests_name" UNIQUE("pipeline_id","name")
);
--> statement-breakpoint
ALTER TABLE "pipeline_tests" ADD CONSTRAINT "pipeline_tests_pipeline_id_pipelines_id_fk" FOREIGN KEY ("pipeline_id") REFERENCES "public"."pipelines"("id") ON DELETE cascade ON UPDATE no action;